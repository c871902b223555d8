import BotKit
import Hooks
import MezonModel
import Persistence
import Rules

/// Makes decisions again, with the outbox closed: over a memory of its own, in the order of the history.
struct DecisionReplayer {
    private let mind = RuleEvaluator()
    private let editions: RevisionCache
    /// Rules that decide in the place of those of the day; nil for those.
    private let rules: RuleSet?
    private let directory: DirectoryLookup
    private let channel: @Sendable (ChannelID) -> Channel?
    private var me: UserID

    /// - Parameters:
    ///   - directory: what each decision sees of people and places.
    ///   - channel: a channel, for the clan to which an event belongs.
    init(
        _ editions: RevisionCache, rules: RuleSet? = nil, seeing directory: DirectoryLookup,
        channel: @escaping @Sendable (ChannelID) -> Channel?, me: UserID
    ) {
        self.channel = channel
        self.editions = editions
        self.rules = rules
        self.directory = directory
        self.me = me
    }

    /// What the rules come to about an entry; nil where this build cannot read it, or the edition that decided.
    func conclusion(_ decided: JournalReader.Decided, _ event: Event) -> RuleDecision? {
        guard let set = set(decided.version) else { return nil }
        if case .lost = decided.standing {
            mind.note(event, context(decided.entry, event), by: set)
            return RuleDecision(version: set.version)
        }
        guard let matter = RuleInput(event, for: set, channel: channel) else { return RuleDecision(version: set.version) }
        return mind.judge(
            matter, context(decided.entry, event), by: set, seeing: directory,
            former: { [editions] in editions.rules($0) }
        ).conclusion
    }

    /// The full answer of every rule to the entry that comes next, by rule; nil where this build cannot read the edition.
    func inquiries(about decided: JournalReader.Decided, _ event: Event) -> [String: RuleInquiry]? {
        set(decided.version).map { set in
            mind.inquire(
                event, context(decided.entry, event), by: set, seeing: directory, former: { [editions] in editions.rules($0) })
        }
    }

    /// A process ended, and the next one relived what it could.
    mutating func restart(_ start: ProcessStart, reliving entries: [Entry]) {
        me = start.me
        mind.restart()
        guard let set = set(start.version) else { return }
        for entry in entries {
            guard let event = entry.event else { continue }
            mind.relive(event, context(entry, event), by: set)
        }
    }

    private func set(_ version: String?) -> RuleSet? { rules ?? version.flatMap { editions.rules($0) } }

    private func context(_ entry: Entry, _ event: Event) -> EventContext { EventContext(of: entry, event, as: me) }
}
