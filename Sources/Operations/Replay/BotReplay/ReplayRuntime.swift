import BotKit
import ChatModel
import EventProcessing
import Storage

/// The bots of recorded revisions, which read what was recorded. Nothing is sent or stored.
struct ReplayRuntime {
    /// The outcome of an invocation.
    enum Outcome {
        case results([AuthorResult])
        /// The bot takes no part, with the reason.
        case absent(String)
        case failed(String)
    }

    let reads = RecordedReads()
    private let runtime: BotRuntime
    private let makeFactory: BotFactoryProvider
    private let revisions: RevisionCache
    private let limit = EventProcessor.Limits().handle
    private let deadlines = DeadlineTimer(time: StallTolerantTime())

    init(_ reader: JournalReader, _ makeFactory: @escaping BotFactoryProvider, _ revisions: RevisionCache) async throws {
        self.makeFactory = makeFactory
        self.revisions = revisions
        // A channel that is gone by now keeps no bot away: it did not then.
        let channels = Dictionary(try await reader.channels().map { ($0.id, $0) }) { first, _ in first }
        let blobs = reader.blobs
        // Attachments are named again but not stored again.
        let files = FileStore(keep: { BlobStore.name(of: $0) }, bytes: { try blobs.bytes(named: $0) })
        runtime = BotRuntime(
            ask: { [reads] in reads.answer($0) }, readsAreRecorded: true,
            channel: { channels[$0] ?? Channel(id: $0, clan: 0, label: "") }, fileStore: files
        ) { [reads] bot in
            BotSupervisor(memory: reads.store(of: bot), neverSuspends: true)
        }
    }

    /// The bots of a revision; nil if it is not stored or this build cannot read it.
    func factory(of version: String, rules: any EventHandler) -> BotFactory? {
        revisions.revision(version).flatMap { makeFactory($0, runtime, rules) }
    }

    /// Runs a bot for an event.
    func outcome(of call: TurnReplay.Call) async -> Outcome {
        if case .message(let message) = call.event {
            switch call.handler.precheck(message, call.context) {
            case .pass: break
            case .skip(let reason), .drop(let reason): return .absent(reason)
            }
        }
        switch call.handler.handle(call.event, in: call.context) {
        case .none: return .results([])
        case .absent(let reason): return .absent(reason)
        case .decided(let decision): return .results(decision.results)
        case .checking: return .results([])  // Only middleware, which is no bot, checks.
        case .awaiting(let prepare, let end):
            do {
                let handling = try await deadlines.run(within: limit, prepare)
                let results = try await deadlines.run(within: limit, handling)
                end(.success(results))
                return .results(results)
            } catch {
                end(.failure(error))
                return .failed("\(error)")
            }
        }
    }
}
