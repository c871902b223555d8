import BotKit
import ChatModel
import Storage

/// Recorded invocations of events in which bots have different parts, or whose bots have different state.
extension BacktestBots {
    mutating func compare(
        _ item: InvocationRecordReader.Item, _ turn: BacktestedTurn, _ reached: BacktestedEvent?
    ) async -> [BotDifference] {
        let author = item.name.author.authorInTraces
        let recordedRun = reached?.reaches.compactMap { $0.run(item.name.author) }.first
        let differs = Self.sides.map { branches[$0].differs(item.bot, for: turn.event, in: turn.clan) }
        var outcomes: [BotOutcome] = []
        var writes: [[InvocationRecord.Write]] = []
        var handler: (any EventHandler)?
        var missing: String?
        for side in Self.sides {
            let reach = reached?.reaches[side]
            let run = reach?.run(item.name.author)
            var invocation = Invocation(outcome: .nothing)
            if let doubt = reach?.doubt {
                invocation.outcome = .unknown(doubt)
            } else if reach?.invokes(item.name.author) ?? true {
                if !differs[side], run == recordedRun {
                    invocation.outcome =
                        item.record.map { BotOutcome($0.results, by: author) } ?? .unknown("this build cannot read its record")
                    invocation.writes = item.writes
                } else {
                    invocation = await invoke(
                        item.bot, item.name.author, by: run, turn, repeating: run == recordedRun ? item.record : nil, in: side)
                }
            }
            outcomes.append(invocation.outcome)
            writes.append(invocation.writes)
            handler = handler ?? invocation.handler
            missing = missing ?? invocation.missing
        }
        apply(item, writes, as: factory(of: turn.version)?.bots[item.bot])
        let isCertain = !differs.contains(true) && reached?.isCertain == true
        let after = reached?.reaches[1]
        let absence =
            after?.invokes(item.name.author) == false ? after?.absence(of: item.name.author) ?? "" : "its state is different"
        let found = differences(outcomes, by: author, turn, isCertain: isCertain, absence: absence)
        return settle(
            found, outcomes, of: item.bot, author, recorded: item.record?.results.flatMap(\.actions) ?? [], turn,
            handler: handler, missing: missing)
    }

    /// Applies what the outcomes in the branches leave unknown, and returns all differences.
    ///
    /// - Parameters:
    ///   - differences: The differences of the outcomes.
    ///   - recorded: The recorded actions.
    ///   - handler: The bot, if it was run.
    ///   - missing: The reason why this build cannot create the bot; nil if it can.
    mutating func settle(
        _ differences: [BotDifference], _ outcomes: [BotOutcome], of bot: String, _ author: String, recorded: [Action],
        _ turn: BacktestedTurn, handler: (any EventHandler)?, missing: String?
    ) -> [BotDifference] {
        var found = differences
        // It is reported once; the report has the number.
        if let missing, !countMissing(bot, because: missing) { found = [] }
        for side in Self.sides {
            var reason: String?
            switch outcomes[side] {
            case .unknown(let why): reason = why
            case .done(let results):
                note(RuleDecision(results).onMembers, of: turn, in: side, isReported: outcomes[1].isUnknown)
                let reasons = branches[side].reconcile(results.flatMap(\.actions), recorded: recorded, of: bot)
                reason = reasons.first
                for why in reasons where !found.contains(where: { $0.kind == .unknown && $0.why == why }) {
                    found.append(Self.unknown(why, outcomes, by: author, turn))
                }
            }
            guard let reason else { continue }
            branches[side].forget(
                bot, after: turn.event, in: turn.clan, hasDialogues: handler?.hasDialogues ?? false, because: reason)
        }
        return found
    }

    /// A difference that the history does not determine.
    static func unknown(
        _ why: String, _ outcomes: [BotOutcome], by author: String, _ turn: BacktestedTurn
    ) -> BotDifference {
        BotDifference(
            kind: .unknown, certainty: .unknown, author: author, before: outcomes[0].shown, after: outcomes[1].shown, why: why,
            entry: turn.entry, event: turn.event)
    }

    /// The differences between the outcomes of an author in the branches.
    ///
    /// - Parameter absence: The reason of an outcome that has none.
    func differences(
        _ outcomes: [BotOutcome], by author: String, _ turn: BacktestedTurn, isCertain: Bool, absence: String
    ) -> [BotDifference] {
        let (before, after) = (outcomes[0], outcomes[1])
        switch (before, after) {
        case (.unknown, .unknown): return []
        case (.unknown(let reason), _), (_, .unknown(let reason)): return [Self.unknown(reason, outcomes, by: author, turn)]
        case (.done(let then), .done(let now)):
            guard !then.isSame(as: now) else { return [] }
            let (old, new) = (EntryDecision(RuleDecision(then)), EntryDecision(RuleDecision(now)))
            return old.changes(to: new).map { change in
                let reason = new.reason(of: change.author) ?? ""
                return BotDifference(
                    kind: change.kind, certainty: isCertain ? .certain : .consequence, author: change.author,
                    severity: change.severity, before: change.before, after: change.after,
                    why: reason.isEmpty && (!isCertain || now.isEmpty) ? absence : reason, entry: turn.entry,
                    event: turn.event, requests: (before.requests, after.requests))
            }
        }
    }
}
