import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import Storage

@testable import Moderation

/// A store with a message in its journal and cases about it.
struct CaseTestStore {
    let testStore: TestStore
    let message: Message

    init(_ message: Message = .make(text: "free nitro")) async throws {
        testStore = try await TestStore()
        self.message = message
        try await testStore.store.journal.append([.make(message, at: testStore.time.now)])
    }

    /// Commits a turn of the first entry that opens cases, and returns the stored cases.
    @discardableResult
    func open(_ drafts: [CaseDraft], by author: String = "rule:scam", trace: [Trace.Step] = []) async throws -> [StoredCase] {
        var turn = Turn(sequence: 1, trace: Trace(trace))
        turn.version = "v1"
        turn.cases = drafts.map { NewCase(author: author, draft: $0) }
        turn.deliveries = drafts.flatMap(\.ordinals).map {
            NewDelivery(author: author, ordinal: $0, destination: .general, payload: [])
        }
        try await testStore.store.turns.commit([turn])
        return try await testStore.store.reader.cases(CaseFilter())
    }

    func mute(of user: UserID = 102, in channel: ChannelID = .general, until: Date? = nil, ordinals: [Int] = []) -> CaseDraft {
        CaseDraft(
            kind: "mute", user: user, clan: .test, channel: channel, message: message.id, reason: "flood", until: until,
            inverses: [.unmute(user, in: channel)], ordinals: ordinals)
    }

    /// Returns the results of a handler for an event.
    func results(of handler: some EventHandler, about event: Event, me: UserID = Author.me.id) async throws
        -> [AuthorResult]
    {
        let context = EventContext(now: event.time ?? testStore.time.now, me: me, isLate: false, sequence: 99)
        guard case .awaiting(let prepare, _) = handler.handle(event, in: context) else { return [] }
        return try await prepare()()
    }

    /// - Parameters:
    ///   - moderator: The moderator of the store's clan, and of no other.
    ///   - channel: The moderators' channel.
    ///   - enforced: The rule that is still enforced.
    func settings(moderator: UserID = Author.an.id, channel: ChannelID? = nil, enforced: String = "") throws
        -> ModerationCommandSettings
    {
        let text = """
            version: 1
            names: { channels: { log: "\(channel ?? 999)" } }
            moderation: { \(channel == nil ? "" : "channel: log") }
            """
        guard
            let configuration = ConfigurationLoader(environment: [:]).load(texts: ["config.yaml": text], root: "config.yaml")
                .configuration
        else { throw StorageError.missing(file: "config.yaml") }
        let directory = try testStore.store.directory
        return ModerationCommandSettings(configuration, channelLookup: { directory.channel($0) }) { clan in
            clan == .test ? channel : nil
        } isModerator: { user, clan in
            user == moderator && clan == .test
        } isEnforced: {
            $0 == enforced
        }
    }
}
