import BotKit
import ChatModel
package import RuleEngine
package import Storage

/// Evaluates two sets of rules over the same history and reports the differences. Each set has its own rule state from the
/// entry at which the backtest begins, and its own effects: what a mute or a removal would have prevented does not happen in the branch of
/// the rules that take it, and what follows from that is reported as a consequence. Bots run where their input or their state differs.
///
/// Events that middleware withheld from the rules at the time are withheld from both.
package struct Backtester {
    private let reader: JournalReader
    private let span: ReplayRange
    private let old: RuleSet
    private let new: RuleSet
    private let directory: HistoricalDirectory
    private let start: Int64
    private let readRules: Set<String>
    private let isSliced: Bool
    private let botFactory: BotFactoryProvider?

    /// - Parameters:
    ///   - start: The entry after which both sets begin without state; zero for the beginning of the journal.
    ///   - readRules: The new rules whose thresholds are read for `BacktestObservation`.
    ///   - isSliced: A Boolean value that indicates whether what is certainly the same by both sets of rules is decided once.
    ///   - botFactory: Creates the bots of a revision, which are run where their input or their state differs; nil to run none.
    package init(
        _ reader: JournalReader, today: DirectoryLookup, from old: RuleSet, to new: RuleSet, span: ReplayRange = ReplayRange(),
        after start: Int64 = 0, readingThresholdsOf readRules: Set<String> = [], isSliced: Bool = true,
        botFactory: BotFactoryProvider? = nil
    ) {
        self.botFactory = botFactory
        self.isSliced = isSliced
        self.readRules = readRules
        self.start = start
        self.reader = reader
        self.span = span
        self.old = old
        self.new = new
        directory = HistoricalDirectory(today: today)
    }

    /// - Parameters:
    ///   - continues: Receives the sequence of each entry before it is evaluated, and returns false to end the backtest.
    ///   - found: Receives each difference in the reported range; nil if the examples in the report suffice.
    ///   - observed: Receives the decisions about each event in the reported range.
    /// - Throws: Errors of the store, and `CancellationError`.
    package func run(
        while continues: (Int64) -> Bool = { _ in true }, found: ((BacktestDifference) -> Void)? = nil,
        observed: ((BacktestObservation) -> Void)? = nil
    ) async throws -> BacktestReport {
        var history = try await DecisionHistory(reader, readsOutcomes: false, after: start)
        let revisions = try await RevisionCache(reader)
        let me = history.first?.me ?? 0
        func replayer(_ rules: RuleSet) -> DecisionReplayer {
            DecisionReplayer(revisions, rules: rules, seeing: directory.lookup, channel: directory.channel, me: me)
        }
        let slice = isSliced ? RuleSlice(from: old, to: new) : nil
        var reading = replayer(slice?.changed ?? new)
        reading.readRules = readRules
        var runtime: ReplayRuntime?
        if let botFactory { runtime = try await ReplayRuntime(reader, botFactory, revisions) }
        let bots = BacktestBots(reader, runtime, in: directory, as: me)
        var run = try await BacktestRun(
            reader, from: (old, replayer(old)), to: (new, reading), slicedBy: slice, in: directory, bots, over: span, as: me,
            found: found, observed: observed)
        var sequence: Int64 = 0
        func goesOn() throws -> Bool {
            try Task.checkCancellation()
            return continues(sequence)
        }
        while let item = try await history.next() {
            // Both keep their state across restarts, because the effect of a restart is not a property of the rules.
            guard case .decided(let decided) = item, !decided.isRetrial else { continue }
            sequence = decided.entry.sequence
            guard try goesOn() else { return run.finished(at: sequence) }
            if case .lost = decided.status { continue }
            try await run.decideOccurrences(through: decided.entry.receivedAt, while: goesOn, isReported: { span.contains($0) })
            directory.restore(history.observations.observations(of: decided))
            try await run.decide(decided, while: goesOn)
        }
        return try await run.end(while: goesOn)
    }
}

extension RuleSet {
    /// The reason why a rule does not act on an event for which it has no trace step.
    func reason(
        against author: String, _ event: Event, _ context: EventContext, _ lookup: DirectoryLookup
    ) -> String {
        guard author.hasPrefix("rule:") else { return "" }
        guard let inquiry = inquiries(about: event, context, lookup: lookup)[String(author.dropFirst(5))] else {
            return "the rule no longer exists"
        }
        switch inquiry.answer {
        case .disabled: return "it is disabled"
        case .otherKind(let kinds, let kind): return "it is triggered by \(kinds.joined(separator: ", ")), and this is \(kind)"
        case .otherDetail: return "its trigger does not match"
        case .asked(let objections):
            // A rule whose keywords are absent is skipped before its state is read, so conditions on state are not certain.
            let certain = objections.filter { !$0.restsOnState }
            return certain.isEmpty ? "it depends on earlier events" : certain.map(\.sentence).joined(separator: "; ")
        case .stopped, .unasked, .acts: return "it depends on earlier events"
        }
    }
}
