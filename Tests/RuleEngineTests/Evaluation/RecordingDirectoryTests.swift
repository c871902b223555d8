import BotTesting
import ChatModel
import Testing

@testable import RuleEngine

struct RecordingDirectoryTests {
    @Test func `each event has the clan of its own channel`() {
        var lookup = DirectoryLookup.unknown
        lookup.channel = { id in
            switch id {
            case 10: Channel(id: 10, clan: 1, label: "a")
            case 20: Channel(id: 20, clan: 2, label: "b")
            case 30: Channel(id: 30, clan: 0, label: "unknown clan")
            default: nil
            }
        }
        let directory = RecordingDirectory(lookup)
        func clan(of channel: ChannelID, claimed: ClanID) -> ClanID {
            var message = Message.make(text: "hi", in: channel)
            message.clan = claimed
            return directory.clan(of: .message(message))
        }
        for _ in 0..<2 {
            #expect(clan(of: 10, claimed: 9) == 1)
            #expect(clan(of: 20, claimed: 9) == 2)
            // The claim counts where the directory does not know the clan.
            #expect(clan(of: 30, claimed: 8) == 8)
            #expect(clan(of: 30, claimed: 9) == 9)
            #expect(clan(of: 40, claimed: 8) == 8)
            #expect(clan(of: 40, claimed: 9) == 9)
        }
        #expect(directory.observations.count == 4)
    }
}
