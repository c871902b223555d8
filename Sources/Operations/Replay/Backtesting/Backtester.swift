import BotKit
import ChatModel
package import RuleEngine
package import Storage

/// Evaluates two sets of rules over the same history and reports the differences. Each set has its own rule state from the
/// position at which the backtest begins, and its own effects: what a mute or a removal would have prevented does not happen in the branch
/// of the rules that take it, and what follows from that is reported as a consequence. Bots run where their input or their state differs.
///
/// Events that middleware withheld from the rules at the time are withheld from both.
package struct Backtester {
    private let reader: JournalReader
    private let span: ReplayRange
    private let old: RuleSet
    private let new: RuleSet
    private let directory: HistoricalDirectory
    private let start: BacktestStart
    private let readRules: Set<String>
    private let isSliced: Bool
    private let botFactory: BotFactoryProvider?

    /// - Parameters:
    ///   - start: The position at which both sets begin.
    ///   - readRules: The new rules whose thresholds are read for `BacktestObservation`.
    ///   - isSliced: A Boolean value that indicates whether what is certainly the same by both sets of rules is decided once.
    ///   - botFactory: Creates the bots of a revision, which are run where their input or their state differs; nil to run none.
    package init(
        _ reader: JournalReader, today: DirectoryLookup, from old: RuleSet, to new: RuleSet, span: ReplayRange = ReplayRange(),
        start: BacktestStart = .beginning, readingThresholdsOf readRules: Set<String> = [], isSliced: Bool = true,
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
        let checkpoint = start.checkpoint
        var history = try await DecisionHistory(
            reader, readsOutcomes: false, after: try await start.firstEntry(read: reader, for: [old, new]),
            notBehind: checkpoint?.ticket ?? .max)
        let revisions = try await RevisionCache(reader)
        let me = history.first?.me ?? 0
        let state = checkpoint.map { CheckpointState(reader, at: $0) }
        func replayer(_ rules: RuleSet) -> DecisionReplayer {
            var replayer = DecisionReplayer(
                revisions, rules: rules, seeing: directory.lookup, channel: directory.channel, me: me,
                reading: state?.source)
            replayer.recordsOutside = false  // The reason is found again where a rule's decisions differ.
            return replayer
        }
        var slice = isSliced ? RuleSlice(from: old, to: new) : nil
        // Windows that are counted apart have to be counted by both sets before the backtest begins.
        if checkpoint != nil, slice?.countsApart == true { slice = nil }
        var reading = replayer(slice?.changed ?? new)
        reading.readRules = readRules
        let former = replayer(old)
        let counting = slice == nil ? [former, reading] : [reading]
        var sequence: Int64 = 0
        func goesOn() throws -> Bool {
            try Task.checkCancellation()
            return continues(sequence)
        }
        var following: DecisionHistory.Item?
        if let checkpoint {
            following = try await history.count(through: checkpoint, in: counting, reader) {
                sequence = $0
                return try goesOn()
            }
        }
        var runtime: ReplayRuntime?
        if let botFactory { runtime = try await ReplayRuntime(reader, botFactory, revisions) }
        let bots = BacktestBots(reader, runtime, in: directory, as: me, after: start.sequence)
        var run = try await BacktestRun(
            reader, from: (old, former), to: (new, reading), slicedBy: slice, in: directory, bots, over: span, as: me,
            at: checkpoint, found: found, observed: observed)
        func next() async throws -> DecisionHistory.Item? {
            if let item = following.take() { return item }
            return try await history.next()
        }
        while let item = try await next() {
            // Both keep their state across restarts, because the effect of a restart is not a property of the rules.
            guard case .decided(let decided) = item, !decided.isRetrial else { continue }
            sequence = decided.entry.sequence
            guard try goesOn() else { return run.finished(at: sequence) }
            try state?.check()
            if case .lost = decided.status { continue }
            if let checkpoint, decided.ticket > 0, decided.ticket <= checkpoint.ticket {
                // It was decided before an entry of an earlier position, and the state includes it.
                for replayer in counting { try await replayer.rebuild(from: [decided.entry], reader) }
                continue
            }
            try await run.decideOccurrences(through: decided.entry.receivedAt, while: goesOn, isReported: { span.contains($0) })
            directory.restore(history.observations.observations(of: decided))
            try await run.decide(decided, while: goesOn)
        }
        let report = try await run.end(while: goesOn)
        try state?.check()
        return report
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
