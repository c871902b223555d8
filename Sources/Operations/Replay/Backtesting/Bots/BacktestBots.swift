import BotKit
import ChatModel
import EventProcessing
import Storage

/// The bots in both branches of a backtest.
///
/// Records count wherever the branches do not differ. A bot runs again, in one branch or both, for an event that reaches it there
/// but was kept from it, for a run that only one of the sets of rules asks for, and where its state has become different. Its records are
/// read from the first difference on.
struct BacktestBots {
    static let sides = 0...1  // The branch by the former rules, and that by the changed ones.

    private let reader: JournalReader
    let directory: HistoricalDirectory
    /// Runs bots; nil if none can be run.
    let runtime: ReplayRuntime?
    let me: UserID
    private let redactions: RedactionReader
    private var records: InvocationRecordReader
    var branches: [BotBranch]
    private var factories: [String: BotFactory?] = [:]
    /// The revision that decided last.
    private var version = ""
    /// A Boolean value that indicates whether there has been a difference.
    private(set) var isActive = false
    /// The entry after which the backtest begins.
    private let beginning: Int64
    private var measures: BotMeasureEntries
    /// The entries from before the first difference of which it was noted what bots did to members.
    private var noted: Set<Int64> = []
    /// The newest entry that has been decided.
    private var through: Int64 = 0
    /// The events in which bots have different parts, or which rules have them handle.
    private var events: [Int64: BacktestedEvent] = [:]
    /// The bots that this build cannot create, with the number of their invocations that would be different.
    private(set) var missing: [String: BotReplayReport.MissingBot] = [:]
    /// The number of invocations that were run.
    var played = 0
    /// The actions of invocations on members that have not been applied to the branches.
    private var memberActions: [BotMemberActions] = []
    /// A Boolean value that indicates whether the backtest ended before all records were compared.
    private(set) var isIncomplete = false

    /// - Parameter beginning: The entry after which the backtest begins. Of what bots did before, only their state counts.
    init(
        _ reader: JournalReader, _ runtime: ReplayRuntime?, in directory: HistoricalDirectory, as me: UserID,
        after beginning: Int64
    ) {
        self.reader = reader
        self.runtime = runtime
        self.directory = directory
        self.me = me
        redactions = RedactionReader(reader)
        records = InvocationRecordReader(reader)
        self.beginning = beginning
        measures = BotMeasureEntries(reader, after: beginning)
        branches = Self.sides.map { _ in BotBranch { directory.channel($0) } }
    }

    /// Notes the revision that decided about an entry.
    mutating func advance(to decided: JournalReader.Decided) {
        if case .turned(let turn) = decided.status, !turn.version.isEmpty { version = turn.version }
    }

    /// Returns whether a bot acted on a member because of an entry in the history.
    mutating func actedOnMembers(becauseOf entry: Entry) async throws -> Bool { try await measures.contains(entry.sequence) }

    /// Compares the parts of bots in an entry, and in earlier ones whose records follow those of others.
    ///
    /// - Parameters:
    ///   - reaches: The parts by the former rules and by the changed ones.
    ///   - isCertain: A Boolean value that indicates whether a difference of the parts follows from the rules alone.
    ///   - continues: Returns false to end the backtest, which then is incomplete.
    mutating func compare(
        _ decided: JournalReader.Decided, _ event: Event, _ reaches: [BotReach], isCertain: Bool,
        while continues: () throws -> Bool
    ) async throws -> [BotDifference] {
        let entry = decided.entry
        var reached = BacktestedEvent(sequence: entry.sequence, version: version, reaches: reaches, isCertain: isCertain)
        for side in Self.sides where isActive { branches[side].restrict(&reached.reaches[side], in: event) }
        let isDifferent = reached.isDifferent
        if !isDifferent { try await noteAlike(entry, event, reached) }
        guard isActive || isDifferent else { return [] }
        if isDifferent, reaches[0].isSame(as: reaches[1]) { reached.isCertain = false }
        isActive = runtime != nil
        through = max(through, entry.sequence)
        if isDifferent || reached.reaches.contains(where: { !$0.runs.isEmpty }) { events[entry.sequence] = reached }
        var found = try await playRecorded(while: continues)
        if isDifferent {
            found += try await compareUnrecorded(try await turn(entry, event, reached), reached)
        } else if case .message(let message) = event, reached.reaches[0].isReached {
            let bots = Self.sides.map { branches[$0].dialogues(of: message.author.id, in: message.channel) }
            guard bots.contains(where: { !$0.isEmpty }) else { return found }
            found += try await playDialogues(bots, try await turn(entry, event, reached))
        }
        return found
    }

    /// Notes the actions of an invocation on members, which a branch has to apply.
    ///
    /// - Parameter isReported: A Boolean value that indicates whether what follows was reported to be unknown.
    mutating func note(
        _ actions: [AuthoredMemberAction], of turn: BacktestedTurn, in side: Int, isReported: Bool = false
    ) {
        guard !actions.isEmpty else { return }
        memberActions.append(BotMemberActions(side: side, actions: actions, turn: turn, isReported: isReported))
    }

    /// Returns the actions on members since the last call.
    mutating func takeMemberActions() -> [BotMemberActions] {
        defer { memberActions = [] }
        return memberActions
    }

    /// Compares the records that waited for entries which did not follow.
    mutating func end(while continues: () throws -> Bool) async throws -> [BotDifference] {
        try await playRecorded(isOver: true, while: continues)
    }

    private func turn(_ entry: Entry, _ event: Event, _ reached: BacktestedEvent?) async throws -> BacktestedTurn {
        let line = try await reader.line(entry.sequence)
        return BacktestedTurn(
            entry: entry, event: event, clan: event.clan(directory.channel), version: reached?.version ?? version,
            isRedacted: try await redactions.reason(of: entry.sequence) != nil,
            steps: line?.trace?.steps.filter(\.isOfBots) ?? [],
            records: runtime == nil ? [] : Set(try await reader.botRecords(of: entry.sequence).map(\.author)),
            recorded: RecordedMemberActions(line?.deliveries ?? []))
    }

    /// The bots of a revision; nil if this build cannot read it.
    mutating func factory(of version: String) -> BotFactory? {
        if let known = factories[version] { return known }
        let factory = runtime?.factory(of: version, rules: FixedRuleHandler())
        factories[version] = .some(factory)
        return factory
    }

    /// Counts an invocation of a bot that this build cannot create. Returns whether it is the first one.
    mutating func countMissing(_ bot: String, because reason: String) -> Bool {
        let isFirst = missing[bot] == nil
        missing[bot, default: BotReplayReport.MissingBot(reason: reason)].invocations += 1
        return isFirst
    }

    /// Compares the recorded invocations of the entries that have been decided.
    private mutating func playRecorded(
        isOver: Bool = false, while continues: () throws -> Bool
    ) async throws -> [BotDifference] {
        guard isActive else { return [] }
        var found: [BotDifference] = []
        while let item = try await records.first(), isOver || !item.hasTurn || item.name.sequence <= through {
            guard try continues() else {
                isIncomplete = true
                return found
            }
            records.removeFirst()
            try await noteLoss(of: item)
            let reached = events[item.name.sequence]
            if !branches.contains(where: { $0.hasDifferences(item.bot) }), reached?.isDifferent != true {
                apply(item, Self.sides.map { _ in item.writes }, as: nil)
                try await applyAlike(item)
            } else if let entry = try await reader.entry(item.name.sequence), let event = entry.event {
                found += await compare(item, try await turn(entry, event, reached), reached)
            } else {
                apply(item, Self.sides.map { _ in item.writes }, as: nil)
            }
        }
        return found
    }

    /// Notes what bots did to members in an event in which they have the same part in both branches, as far as no record of theirs
    /// is compared.
    private mutating func noteAlike(_ entry: Entry, _ event: Event, _ reached: BacktestedEvent) async throws {
        guard try await actedOnMembers(becauseOf: entry) else { return }
        let turn = try await turn(entry, event, reached)
        if !isActive { noted.insert(entry.sequence) }
        let compared = isActive ? Set(turn.records.map(\.authorInTraces)) : []
        let authors = Set(turn.recorded.effective.map(\.author).filter { Trace.Step($0, "").isOfBots }.map(\.authorInTraces))
        for author in authors.subtracting(compared).sorted() {
            for side in Self.sides where reached.reaches[side].invokes(author) {
                note(turn.onMembers(by: author), of: turn, in: side)
            }
        }
    }

    /// Applies what an invocation does in both branches besides its changes of state.
    private mutating func applyAlike(_ item: InvocationRecordReader.Item) async throws {
        let hasAbsentJobs = branches.contains(where: \.hasAbsentJobs)
        guard hasAbsentJobs || item.mayConcernMembers else { return }
        let actions = item.record?.results.flatMap(\.actions) ?? []
        if hasAbsentJobs { for side in Self.sides { branches[side].schedule(actions, of: item.bot) } }
        guard item.name.sequence > beginning, !noted.contains(item.name.sequence) else { return }
        // A removal is over when its member returns, which may have been before a record is compared.
        let isCurrent = item.name.sequence >= through
        let matters = actions.contains { action in
            switch action.onMember {
            case .mute, .unmute: true
            case .kick: isCurrent
            default: false
            }
        }
        guard matters, let entry = try await reader.entry(item.name.sequence), let event = entry.event else { return }
        let turn = try await turn(entry, event, nil)
        for side in Self.sides { note(turn.onMembers(by: item.name.author.authorInTraces), of: turn, in: side) }
    }

    /// Applies the recorded changes of state, and those of each branch.
    mutating func apply(
        _ item: InvocationRecordReader.Item, _ writes: [[InvocationRecord.Write]], as type: (any Bot.Type)?
    ) {
        guard let reads = runtime?.reads else { return }
        let keys = Set((writes + [item.writes]).joined().map(\.key)).sorted()
        let values = Self.sides.map { side in
            keys.map { key in
                writes[side].last { $0.key == key }.map { BotBranch.Value.known($0.value) }
                    ?? branches[side].value(of: key, of: item.bot) ?? .known(reads.recordedState(key, of: item.bot))
            }
        }
        reads.apply(item.writes, of: item.bot)
        for side in Self.sides {
            branches[side].learn(item.writes, of: item.bot)
            for (key, value) in zip(keys, values[side]) {
                branches[side].set(
                    value, under: key, of: item.bot, recorded: reads.recordedState(key, of: item.bot), as: type)
            }
        }
    }

    /// Notes that the changes of state of a record were removed.
    private mutating func noteLoss(of item: InvocationRecordReader.Item) async throws {
        guard item.isEmpty, let reason = try await redactions.reason(of: item.name.sequence), reason != .trace,
            let entry = try await reader.entry(item.name.sequence)
        else { return }
        let clan = entry.event?.clan(directory.channel) ?? entry.clan
        for side in Self.sides { branches[side].lose(item.bot, in: InvocationPlace(clan: clan, channel: entry.channel)) }
    }
}
