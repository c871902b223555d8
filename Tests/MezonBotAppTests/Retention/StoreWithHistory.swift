import BotTesting
import ChatModel
import EventProcessing
import Foundation
import MezonProtocol
import Storage

@testable import MezonBotApp

/// A store with its archive and some messages and answers.
struct StoreWithHistory {
    let testStore: TestStore
    let archive: Archive
    var store: Store { get throws { try testStore.store } }

    init() async throws {
        testStore = try await TestStore()
        archive = try Archive(
            folder: testStore.dataFolder, store: testStore.store, time: testStore.time, logger: testStore.logger, pause: .zero
        ) { $0.event }
    }

    /// Appends a message with its turn, including the reason and an optional answer.
    @discardableResult
    func say(
        _ message: Message, answer: String? = nil, why: String = "", cases: [NewCase] = [], at date: Date? = nil
    ) async throws -> Int64 {
        try await append(.make(message, at: date ?? testStore.time.now), answer: answer, why: why, cases: cases)
    }

    /// Appends any event with its turn.
    @discardableResult
    func append(_ entry: NewEntry, answer: String? = nil, why: String = "", cases: [NewCase] = []) async throws -> Int64 {
        let store = try store
        try await store.journal.append([entry])
        let channel = entry.event.channel
        let sequence = try await store.reader.lastSequence()
        var turn = Turn(sequence: sequence, trace: Trace([.init("rule:greeting", answer == nil ? Trace.miss : "reply", why)]))
        turn.cases = cases
        if let answer {
            let reference: Reference? = if case .message(let message) = entry.event { Reference(to: message) } else { nil }
            let outgoing = ResolvedAction(channel: channel, request: .send(Draft(answer), answering: reference, topic: 0))
            turn.deliveries = [
                NewDelivery(
                    author: "rule:greeting", ordinal: 0, destination: channel,
                    payload: try ResolvedActionCodec.bytes(outgoing))
            ]
        }
        try await store.turns.commit([turn])
        try await store.turns.setTurnsThrough(sequence)
        return sequence
    }

    /// Sends all open deliveries. Each becomes a message of the bot and is received again.
    func sendAll() async throws {
        let store = try store
        for delivery in try await store.outbox.openDeliveries(after: 0, limit: 100) {
            guard let draft = delivery.outgoing?.draft else { continue }
            let message = Message.make(text: draft.content.text, in: delivery.destination, by: .me)
            try await store.outbox.settle([
                DeliveryResult(delivery: delivery.id, outcome: .sent(message.id), at: testStore.time.now)
            ])
            try await store.journal.append([.make(message, at: testStore.time.now, isOwn: true)])
        }
        try await store.turns.setTurnsThrough(try await store.reader.lastSequence())
    }

    /// Returns the files of the data directory that contain a word.
    func files(with word: String) throws -> [String] { try Self.files(with: word, in: testStore.path) }

    static func files(with word: String, in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { name in
            // Sockets cannot be read and contain nothing.
            guard let bytes = FileManager.default.contents(atPath: folder + "/" + name) else { return false }
            return bytes.range(of: Data(word.utf8)) != nil
        }
    }
}
