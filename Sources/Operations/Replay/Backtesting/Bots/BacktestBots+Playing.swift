import BotKit
import ChatModel
import EventProcessing
import Storage

/// Invocations that are not recorded.
extension BacktestBots {
    /// An invocation in a branch.
    struct Invocation {
        var outcome: BotOutcome
        var writes: [InvocationRecord.Write] = []
        var handler: (any EventHandler)?
        /// The reason why this build cannot create the bot; nil if it can.
        var missing: String?
    }

    /// Runs a bot in a branch.
    ///
    /// - Parameters:
    ///   - author: The author in records, for example `rule:ask/bot:kudos`.
    ///   - run: The run that a rule asks for; nil for none.
    ///   - record: The record of the same invocation; nil if there is none.
    mutating func invoke(
        _ bot: String, _ author: String, by run: BotReach.Run?, _ turn: BacktestedTurn, repeating record: InvocationRecord? = nil,
        in side: Int
    ) async -> Invocation {
        guard let runtime else { return Invocation(outcome: .unknown("bots are not run")) }
        guard let factory = factory(of: turn.version) else {
            return Invocation(outcome: .unknown("this build cannot read the revision \(turn.version)"))
        }
        if let reason = factory.missing[bot] {
            return Invocation(outcome: .unknown(reason), missing: reason)
        }
        let name = author == "system:help" ? author : "bot:" + bot
        guard let handler = factory.handlers(turn.event).first(where: { $0.name == name }) else {
            return Invocation(outcome: .unknown("the bot '\(bot)' was not enabled there"))
        }
        func unknown(_ reason: String) -> Invocation { Invocation(outcome: .unknown(reason), handler: handler) }
        if turn.isRedacted { return unknown("the text of the event was removed") }
        var context = EventContext(of: turn.entry, turn.event, as: me)
        context.isByApplication = turn.isByApplication
        var call = TurnReplay.Call(entry: turn.entry, handler: handler, event: turn.event, context: context)
        if let run {
            guard case .message(var request) = turn.event else { return unknown("the event is no message") }
            request.content = Content(run.command)
            call.event = .message(request)
            call.context = context.requested(by: run.rule)
        } else if author != name {
            return unknown("the command with which it is run is not in the history")
        } else if case .system(.retried) = turn.event {
            return unknown("the retry of a dead letter is not run again")
        }
        let id = InvocationRecord.Name(sequence: turn.entry.sequence, author: author)
        runtime.reads.begin(
            id, reads: record?.reads ?? [],
            seeing: RecordedReads.BranchView(
                bots: branches[side], directory: directory.lookup, clan: turn.clan, channel: turn.event.channel,
                isRecorded: record != nil))
        played += 1
        let outcome = await runtime.outcome(of: call)
        let notes = runtime.reads.take(id)
        if let reason = notes.unknown { return unknown(reason) }
        let shown = author.authorInTraces
        switch outcome {
        case .results(let results):
            return Invocation(outcome: BotOutcome(results, by: shown), writes: notes.writes, handler: handler)
        case .absent: return Invocation(outcome: .nothing, handler: handler)
        case .failed(let reason): return Invocation(outcome: BotOutcome(failure: reason, by: shown), handler: handler)
        }
    }

    /// Compares the invocations of an event without records: those that the trace shows, and those that were not recorded because the
    /// event did not reach the bots.
    mutating func compareUnrecorded(_ turn: BacktestedTurn, _ reached: BacktestedEvent) async throws -> [BotDifference] {
        var found: [BotDifference] = []
        let steps = turn.unrecordedSteps
        var authors: [String] = []
        for step in steps where !authors.contains(step.who) { authors.append(step.who) }
        for author in authors where !reached.reaches.contains(where: { $0.run(author) != nil }) {
            let outcome = BotOutcome(steps.filter { $0.who == author })
            let outcomes = Self.sides.map { side -> BotOutcome in
                if let doubt = reached.reaches[side].doubt { return .unknown(doubt) }
                return reached.reaches[side].invokes(author) ? outcome : .nothing
            }
            let absence = reached.reaches[1].absence(of: author)
            found += differences(outcomes, by: author, turn, isCertain: reached.isCertain, absence: absence)
            for side in Self.sides where !outcomes[side].results.isEmpty {
                note(turn.onMembers(by: author), of: turn, in: side, isReported: outcomes[1].isUnknown)
            }
            guard !Set(outcome.requests.keys).isDisjoint(with: ["appoint", "dismiss", "request"]) else { continue }
            let owner = author.split(separator: "/").last.map { String($0) } ?? author
            for side in Self.sides where outcomes[side].results.isEmpty {
                branches[side].detach(owner, because: "an invocation without a record may have scheduled or requested it")
            }
        }
        let stops = reached.reaches.compactMap(\.stop)
        let wasStopped = turn.steps.contains { $0.what == Trace.skip && stops.contains($0.why) }
        for side in Self.sides {
            let (reach, other) = (reached.reaches[side], reached.reaches[1 - side])
            if reach.isReached, !other.isReached, wasStopped { found += await playAll(turn, reached, in: side) }
            for run in reach.runs where !other.runs.contains(run) && !turn.records.contains(run.author) {
                found += await play(run, steps, turn, reached, in: side)
            }
        }
        return found
    }

    /// Runs the bots of an event that was kept from them.
    private mutating func playAll(_ turn: BacktestedTurn, _ reached: BacktestedEvent, in side: Int) async -> [BotDifference] {
        guard let factory = factory(of: turn.version) else {
            let reason = runtime == nil ? "bots are not run" : "this build cannot read the revision \(turn.version)"
            let outcomes = Self.sides.map { $0 == side ? BotOutcome.unknown(reason) : .nothing }
            return differences(outcomes, by: "bots", turn, isCertain: false, absence: "")
        }
        var found: [BotDifference] = []
        let missing = factory.missing.keys.filter { bot in turn.steps.contains { $0.who == "bot:" + bot } }.sorted()
        let names = factory.handlers(turn.event).map(\.name).filter { Trace.Step($0, "").isOfBots }
        for name in names + missing.map({ "bot:" + $0 }) where turn.event.isFor(name) {
            let bot = name.hasPrefix("bot:") ? String(name.dropFirst(4)) : name
            let invocation = await invoke(bot, name, by: nil, turn, in: side)
            found += note(invocation, of: bot, name, turn, reached, in: side)
            for result in invocation.outcome.results {
                for case .run(let other, let command) in result.actions {
                    let run = BotReach.Run(rule: name, bot: other, command: command)
                    let answer = await invoke(other, run.author, by: run, turn, in: side)
                    found += note(answer, of: other, run.author, turn, reached, in: side)
                }
            }
            if case .message(let message) = turn.event, let handler = invocation.handler,
                case .drop = handler.precheck(message, EventContext(of: turn.entry, turn.event, as: me))
            {
                break
            }
        }
        return found
    }

    /// Runs a bot as only one of the sets of rules asks for.
    private mutating func play(
        _ run: BotReach.Run, _ steps: [Trace.Step], _ turn: BacktestedTurn, _ reached: BacktestedEvent, in side: Int
    ) async -> [BotDifference] {
        let recorded = steps.filter { $0.who == run.author.authorInTraces }
        let others = reached.reaches[1 - side].run(run.author)
        // A recorded run is that of the former rules, if those have it.
        guard recorded.isEmpty || side == 1 && others != nil else {
            guard others == nil else { return [] }
            let outcomes = Self.sides.map { $0 == side ? BotOutcome(recorded) : .nothing }
            note(turn.onMembers(by: run.author.authorInTraces), of: turn, in: side)
            return differences(
                outcomes, by: run.author.authorInTraces, turn, isCertain: reached.isCertain,
                absence: reached.reaches[1].absence(of: run.author))
        }
        let invocation = await invoke(run.bot, run.author, by: run, turn, in: side)
        return note(invocation, of: run.bot, run.author, turn, reached, in: side, beside: BotOutcome(recorded))
    }

    /// Runs bots that await an answer of the author of a message in one branch alone.
    mutating func playDialogues(_ bots: [[String]], _ turn: BacktestedTurn) async throws -> [BotDifference] {
        var found: [BotDifference] = []
        let handlers = factory(of: turn.version)?.handlers(turn.event) ?? []
        for side in Self.sides {
            for bot in bots[side] where !turn.records.contains("bot:" + bot) {
                guard handlers.contains(where: { $0.name == "bot:" + bot && $0.hasDialogues }) else { continue }
                let invocation = await invoke(bot, "bot:" + bot, by: nil, turn, in: side)
                let steps = turn.unrecordedSteps.filter { $0.who == "bot:" + bot }
                found += note(invocation, of: bot, "bot:" + bot, turn, nil, in: side, beside: BotOutcome(steps))
            }
        }
        return found
    }

    /// Applies an invocation that takes place in one branch alone, and returns its differences.
    ///
    /// - Parameter other: The outcome in the other branch.
    private mutating func note(
        _ invocation: Invocation, of bot: String, _ author: String, _ turn: BacktestedTurn, _ reached: BacktestedEvent?,
        in side: Int,
        beside other: BotOutcome = .nothing
    ) -> [BotDifference] {
        let differs = branches[side].differs(bot, for: turn.event, in: turn.clan)
        let type = factory(of: turn.version)?.bots[bot]
        for write in invocation.writes {
            branches[side].set(
                .known(write.value), under: write.key, of: bot, recorded: runtime?.reads.recordedState(write.key, of: bot),
                as: type)
        }
        let outcomes = Self.sides.map { $0 == side ? invocation.outcome : other }
        let isCertain = reached?.isCertain == true && !differs
        let shown = author.authorInTraces
        if !other.results.isEmpty {
            note(turn.onMembers(by: shown), of: turn, in: 1 - side, isReported: outcomes[1].isUnknown)
        }
        let found = differences(outcomes, by: shown, turn, isCertain: isCertain, absence: differs ? "its state is different" : "")
        return settle(
            found, outcomes, of: bot, shown, recorded: [], turn, handler: invocation.handler, missing: invocation.missing)
    }
}

extension Event {
    /// Returns whether a bot takes part in the event. A due job and a response concern their author alone.
    fileprivate func isFor(_ bot: String) -> Bool {
        switch self {
        case .system(.due(let occurrence)): occurrence.author == bot
        case .system(.response(let response)): response.author == bot
        default: true
        }
    }
}
