import BotConfiguration
import ChatModel

/// `create_channel: name`, or `create_channel: { name, type: text | voice | forum | announcement, category, private }`: creates a
/// channel in the clan of the event. Mezon refuses a name that another channel of the clan has.
struct CreateChannelAction: ParsableAction {
    static let name = "create_channel"
    let needs: Set<PermissionRequirement> = [.manageChannel]

    /// The values of `type`.
    private enum ChannelType: String, CaseIterable {
        case text, voice, forum, announcement

        var kind: ChannelKind {
            switch self {
            case .text: .text
            case .voice: .voice
            case .forum: .forum
            case .announcement: .announcement
            }
        }
    }

    private let title: Template
    private let kind: ChannelKind
    private let category: CategoryID
    private let isPrivate: Bool
    private let isQuoting: Bool

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        compilation.expect(.clan, for: keyword)
        guard let argument = keyword.argument(diagnostics) else { return nil }
        let before = diagnostics.errors
        var type: ChannelType?
        var category: CategoryID?
        var isPrivate: Bool?
        let (title, isQuoting) = compilation.reading { () -> Template? in
            guard argument.isMap(diagnostics) else { return Template(argument, compilation) }
            guard var map = MapReader(argument, "'create_channel'", diagnostics) else { return nil }
            let title = map.require("name", "The name.").flatMap { Template($0, compilation) }
            type = map.take("type", "The kind of channel (default: `text`).")?
                .choice(ChannelType.self, "a kind of channel", diagnostics)
            category = map.take("category", "The category (default: none).").flatMap {
                compilation.names.category($0, diagnostics)
            }
            isPrivate = map.take("private", "Whether only its members see it (default: false).")?.truth(diagnostics)
            map.finish()
            return title
        }
        guard diagnostics.errors == before, let title else { return nil }
        self.title = title
        self.kind = (type ?? .text).kind
        self.category = category ?? 0
        self.isPrivate = isPrivate ?? false
        self.isQuoting = isQuoting
    }

    // The members of a private channel are as unknown as those of a public one.
    var exposures: [Exposure] { isQuoting ? [.user] : [] }

    func perform(_ context: inout ActionContext) {
        let clan = context.facts.clan
        guard !clan.isNone, !clan.isExternal else { return context.remark("channels are created only in a clan of Mezon") }
        if isQuoting, let refusal = context.refusalToShow() { return context.remark("no channel is created: \(refusal)") }
        guard let name = ThreadOpening.name(from: context.write(for: .anyone) { title.text($0) }) else {
            return context.remark("no name for the channel")
        }
        context.request(.clan(.createChannel(NewChannel(name, kind: kind, category: category, isPrivate: isPrivate), of: clan)))
    }
}
