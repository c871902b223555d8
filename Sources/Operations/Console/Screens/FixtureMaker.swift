import BotKit
import BotTesting
import ChatModel
import MezonBotApp
import Moderation
import Storage
import Synchronization

/// Makes fixtures of entries and of cases, one at a time, on a thread of its own. Those of entries pass under the active rules.
final class FixtureMaker: Sendable {
    /// The entries before the entry that a test may begin with.
    static let before = [0, 10, 50]

    /// A fixture that passes.
    struct Made: Sendable {
        let text: String
        let events: Int
        /// A Boolean value that indicates whether the decision differs from the one in the journal, because it depends on what the
        /// fixture does not contain.
        let isDifferent: Bool
    }

    private let isBusy = Mutex(false)
    private let executor: DedicatedThreadExecutor

    init(time: any TimeSource) { executor = DedicatedThreadExecutor("console-fixture", time: time) }

    /// - Throws: `ScreenError.refused` if the entry cannot be replayed or another fixture is being made; errors of the store.
    func fixture(
        of sequence: Int64, before count: Int, keepsText: Bool, _ reader: JournalReader, _ configuration: CompiledConfiguration,
        _ texts: Texts
    ) async throws -> Made {
        try await exclusively(orRefusing: "fixture_impossible", texts) {
            let recorder = FixtureRecorder(reader, configuration, keepsText: keepsText)
            let recording = try await recorder.record(entry: sequence, before: count)
            guard recording.events > 0 else {
                throw ScreenError.refused([texts["fixture_impossible"]] + recording.leftOut.keys.sorted())
            }
            let outcome = try await Fixture(text: recording.text).replay(configuration)
            guard outcome.differences.isEmpty else {
                throw ScreenError.refused([texts["fixture_unstable"]] + outcome.differences.map(\.description))
            }
            return Made(
                text: recording.text, events: recording.events, isDifferent: recording.differing.contains(recording.events))
        }
    }

    /// Makes a test of a case, which fails under the rules that decided.
    ///
    /// - Throws: `ScreenError.refused` if none can be made or another fixture is being made; errors of the store.
    func test(
        of measure: StoredCase, _ reader: JournalReader, _ configuration: CompiledConfiguration, _ texts: Texts
    ) async throws -> CaseTestRecorder.Recording {
        try await exclusively(orRefusing: "incident_test_impossible", texts) {
            try await CaseTestRecorder(reader, configuration).record(measure.cause, by: measure.author)
        }
    }

    /// - Parameter reason: The key of the text that introduces why nothing can be made.
    private func exclusively<Value: Sendable>(
        orRefusing reason: String, _ texts: Texts, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        let isFree = isBusy.withLock { busy in
            defer { busy = true }
            return !busy
        }
        guard isFree else { throw ScreenError.refused([texts["editor_busy"]]) }
        defer { isBusy.withLock { $0 = false } }
        do {
            return try await withTaskExecutorPreference(executor) { try await work() }
        } catch let error where error is FixtureError || error is CaseTestError || error is TestClanError {
            throw ScreenError.refused([texts[reason], "\(error)"])
        }
    }
}
