import BotConfiguration
import ChatModel

/// `thread: { name, text, from: channel | message, private, with }`: opens a thread under the channel with a message, or writes to
/// the open thread of that name.
struct ThreadAction: ParsableAction {
    static let name = "thread"
    let needs: Set<PermissionRequirement> = [.manageThread]

    /// The values of `from`.
    private enum Source: String, CaseIterable {
        case channel, message
    }

    private let title: Template
    private let form: MessageTemplate
    private let quotesMessage: Bool
    private let isPrivate: Bool
    private let members: [MemberSelector]
    private let isQuoting: Bool

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        compilation.expect(.channel, for: keyword)
        guard let argument = keyword.argument(diagnostics), var map = MapReader(argument, "'thread'", diagnostics) else {
            return nil
        }
        let before = diagnostics.errors
        let (title, quotesInTitle) = compilation.reading {
            map.require("name", "The name. A thread of that name is used again.").flatMap { Template($0, compilation) }
        }
        let source = map.take(
            "from", "`channel` (the default), or `message`: the message in the thread quotes that of the event."
        )
        .map { $0.choice(Source.self, "a source", diagnostics) }
        let isPrivate = map.take("private", "Whether only its members see it (default: false).").map { $0.truth(diagnostics) }
        let members = map.take("with", "The members besides the bot: `author`, `target` and names (default: the author).").flatMap
        {
            $0.list(orSingle: true, diagnostics)?.map { MemberSelector($0, compilation) }
        }
        if let node = map.take("save_as", "Not supported: the id is not known when a rule is evaluated.") {
            diagnostics.error(
                "not-yet-known", "a thread's id is known only after it is opened, which is after the rule has been evaluated",
                at: node.position,
                suggestion: "remove save_as; another 'thread' with the same name writes to the same thread")
        }
        let (form, isQuoting) = compilation.reading { MessageTemplate(&map, compilation) }
        map.finish()
        if source == .some(.message) { compilation.expect(.message, for: keyword) }
        guard diagnostics.errors == before, let title, let form else { return nil }
        self.title = title
        self.form = form
        self.isPrivate = (isPrivate ?? false) ?? false
        self.members = members?.compactMap(\.self) ?? [.author]
        self.quotesMessage = source == .some(.message)
        self.isQuoting = isQuoting || quotesInTitle || quotesMessage
    }

    var exposures: [Exposure] { isQuoting && members.contains { $0 != .author } ? [.user] : [] }

    func perform(_ context: inout ActionContext) {
        guard !context.facts.clan.isNone, !context.facts.clan.isExternal else {
            return context.remark("only channels of Mezon have threads")
        }
        guard let name = ThreadOpening.name(from: title.text(context)) else {
            return context.remark("no name for the thread")
        }
        guard let draft = form.draft(&context) else { return context.remark("no message for the thread") }
        let users = members.compactMap { $0.user(context) }.filter { $0 != context.facts.me }
        context.request(
            .thread(
                ThreadOpening(
                    name, isPrivate: isPrivate, members: Array(Set(users)).sorted(), draft: draft, quotesMessage: quotesMessage)))
    }
}
