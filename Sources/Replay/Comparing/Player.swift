import BotKit
import Hooks
import MezonModel
import Persistence
import Rules

/// Makes decisions again, with the outbox closed: over a memory of its own, in the order of the history.
struct Player {
    private let mind = RuleMind()
    private let editions: Editions
    /// Rules that decide in the place of those of the day; nil for those.
    private let rules: RuleSet?
    private let recollection: Recollection
    private var me: UserID

    init(_ editions: Editions, rules: RuleSet? = nil, recollection: Recollection, me: UserID) {
        self.editions = editions
        self.rules = rules
        self.recollection = recollection
        self.me = me
    }

    /// What the rules come to about an entry; nil where this build cannot read it, or the edition that decided.
    func conclusion(_ decided: JournalReader.Decided, _ event: Event) -> Conclusion? {
        guard let set = set(decided.version) else { return nil }
        if case .lost = decided.standing {
            mind.note(event, context(decided.entry, event), by: set)
            return Conclusion(version: set.version)
        }
        guard let matter = Matter(event, for: set) else { return Conclusion(version: set.version) }
        return mind.judge(
            matter, context(decided.entry, event), by: set, seeing: recollection.surroundings,
            former: { [editions] in editions.rules($0) }
        ).conclusion
    }

    /// A process ended, and the next one relived what it could.
    mutating func restart(_ start: Start, reliving entries: [Entry]) {
        me = start.me
        mind.restart()
        guard let set = set(start.version) else { return }
        for entry in entries {
            guard let event = entry.event else { continue }
            mind.relive(event, context(entry, event), by: set)
        }
    }

    private func set(_ version: String?) -> RuleSet? { rules ?? version.flatMap { editions.rules($0) } }

    private func context(_ entry: Entry, _ event: Event) -> Occasion { Occasion(of: entry, event, as: me) }
}
