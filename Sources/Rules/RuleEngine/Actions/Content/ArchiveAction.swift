import BotConfiguration
import ChatModel

/// `archive`, or `archive: { include_last: n }`: saves the event's message and the author's last messages in this clan to the
/// cases of this rule. It is performed before all other actions, wherever it is written.
struct ArchiveAction: ParsableAction {
    static let name = "archive"
    let runsFirst = true

    private let count: Int

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard let argument = keyword.value else {
            count = 0
            return
        }
        guard var map = MapReader(argument, "'archive'", compilation.diagnostics) else { return nil }
        let count = map.take("include_last", "The number of the author's last messages to save as well.")
            .map { $0.wholeNumber(in: 0...RecentMessages.maxPerUser, compilation.diagnostics) }
        map.finish()
        guard let count = count ?? 0 else { return nil }
        self.count = count
        compilation.requirements.keep(recentMessages: count + 1)
    }

    func perform(_ context: inout ActionContext) {
        let facts = context.facts
        let own = facts.evidence
        let recent = facts.state.recent.last(count + 1, of: facts.messageAuthor, in: facts.clan, until: facts.now)
            .filter { $0.message != own?.message }
        for saved in recent.suffix(count) + (own.map { [$0] } ?? [])
        where !context.evidence.contains(where: { $0.message == saved.message }) {
            context.evidence.append(saved)
        }
    }
}
