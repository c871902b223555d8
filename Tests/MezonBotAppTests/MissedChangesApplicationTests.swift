import BotTesting
import ChatModel
import Foundation
import MezonClient
import Storage
import Testing

@testable import MezonBotApp

/// Tests edits and deletions made during an outage over real sockets with a test gateway.
struct MissedChangesApplicationTests {
    private static let config = """
        rules:
          - id: seen
            trigger: message
            late: run
            then: { react: "👀" }
          - id: edits
            trigger: edit
            late: run
            then: { send: { to: general, text: "{{ message.previous_text | default: '?' }} became {{ message.text }}" } }
          - id: deletions
            trigger: delete
            late: run
            then: { send: { to: general, text: "gone: {{ message.text | default: '?' }}" } }
        """

    @Test(.timeLimit(.minutes(15)))
    func `a message edited and one deleted during an outage reach rules once, as late events`() async throws {
        try await LiveApplication.run([], config: Self.config) { running in
            var said: [MessageID] = []
            for text in ["one", "two", "three"] {
                said.append(try await running.guest.say(text, in: running.channel))
                #expect(await running.next() == "👀")
            }
            let place = try ReadyFile.read(from: running.folder.path + "/ready.json")
            let control = TestGatewayControlClient(url: try #require(place.control), time: SystemTime())
            // The bot misses what follows, as if the connection had been lost before.
            try await control.post("/faults", #"{"kind":"drop","on":"push","account":"mezon-bot","times":3}"#)
            _ = try await running.guest.carryOut(.edit(said[0], "uno", topic: 0), in: running.channel)
            _ = try await running.guest.carryOut(.delete(said[1], topic: 0), in: running.channel)
            try await running.guest.say("four", in: running.channel)
            try await control.post("/disconnect", #"{"account":"mezon-bot"}"#)
            var heard: [String] = []
            while heard.count < 3 {
                let next = await running.next()
                if next != "(deleted)" { heard.append(next) }
            }
            #expect(heard == ["one became uno", "gone: two", "👀"])
            let lines = try await JournalReader(folder: running.folder.path + "/data").lines(after: 0, limit: 1000)
            let changes = lines.filter { ["edit", "delete"].contains($0.entry.kind) }
            #expect(changes.map { "\($0.entry.kind) \($0.entry.isLate)" } == ["edit true", "delete true"])
        }
    }
}
