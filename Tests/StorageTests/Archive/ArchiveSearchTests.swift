import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct ArchiveSearchTests {
    private func texts(
        _ words: [String], in channels: Set<ChannelID> = [.general, .random], limit: Int = 10, of entries: [NewEntry],
        cipher: ValueCipher? = nil
    ) async throws -> [String] {
        let testStore = try await TestStore(cipher: cipher)
        try await testStore.store.journal.append(entries)
        let archive = try Archive(
            folder: testStore.dataFolder, store: testStore.store, time: testStore.time, logger: testStore.logger, pause: .zero
        ) { entry in
            guard case .envelope(let envelope)? = try? Frame(entry.frame),
                case .event(let event) = DecodedPush(envelope, receivedAt: entry.receivedAt)
            else { return nil }
            return event
        }
        try await archive.catchUp()
        let found = try await archive.search(SearchQuery(words), in: channels, limit: limit)
        try archive.close()
        return found.map(\.text)
    }

    private static let entries: [NewEntry] = [
        .make(.make(text: "the cat", in: .general, id: 1)), .make(.make(text: "the dog", in: .general, id: 2)),
        .make(.make(text: "the cat and the dog", in: .random, id: 3)), .make(.make(text: "the end", in: .general, id: 4)),
        .make(.make(text: "Đúng rồi", in: .general, id: 5)),
    ]

    @Test(arguments: [
        (["cat"], ["the cat and the dog", "the cat"]), (["cat", "dog"], ["the cat and the dog", "the dog", "the cat"]),
        // A word of nearly every message weighs little.
        (["the", "cat"], ["the cat and the dog", "the cat", "the end", "the dog"]), (["dung"], ["Đúng rồi"]), (["ca"], []),
        ([], []),
        (["NEAR", "OR"], []),
    ])
    func `messages with most and rarest of the words come first, then the newest`(words: [String], found: [String]) async throws {
        #expect(try await texts(words, of: Self.entries) == found)
    }

    @Test func `a rare word is found among many messages with the frequent ones`() async throws {
        let chatter = (10..<1200).map { NewEntry.make(.make(text: "how to do it, \($0)", in: .general, id: MessageID($0))) }
        let guide = NewEntry.make(.make(text: "deploy to staging", in: .general, id: 6))
        let found = try await texts(["how", "to", "do", "staging"], limit: 1, of: [guide] + chatter)
        #expect(found == ["deploy to staging"])
    }

    @Test func `an encrypted archive is searched alike`() async throws {
        #expect(
            try await texts(["cat", "dog"], of: Self.entries, cipher: ValueCipher(.make())) == [
                "the cat and the dog", "the dog", "the cat",
            ])
    }

    @Test func `only the given channels are searched, up to the limit`() async throws {
        #expect(try await texts(["the"], in: [.random], of: Self.entries) == ["the cat and the dog"])
        #expect(try await texts(["the"], in: [], of: Self.entries) == [])
        #expect(try await texts(["the"], limit: 2, of: Self.entries) == ["the end", "the cat and the dog"])
    }

    @Test func `neither former versions of a message nor deleted ones are found`() async throws {
        var envelope = RtEnvelope()
        envelope.channelMessage = ApiChannelMessage(.make(in: .general, id: 12, code: .remove))
        let removal = Event.delete(Removal(message: 12, clan: .test, channel: .general, at: .distantPast))
        let entries: [NewEntry] = [
            .make(.make(text: "apple pie", in: .general, id: 11)),
            .make(.make(text: "pear", in: .general, id: 11, code: .update)),
            .make(.make(text: "apple juice", in: .general, id: 12)),
            NewEntry(event: removal, frame: envelope.wireBytes, receivedAt: .distantPast),
            .make(.make(text: "apple", in: .general, id: 13)),
            .make(.make(text: "apple tart", in: .general, id: 13, code: .update)),
        ]
        #expect(try await texts(["apple"], of: entries) == ["apple tart"])
        #expect(try await texts(["pear"], of: entries) == ["pear"])
    }
}
