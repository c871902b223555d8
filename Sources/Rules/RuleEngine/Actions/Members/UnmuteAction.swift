import BotConfiguration
import BotKit
import ChatModel

/// `unmute`, or `unmute: { to, in: here | clan | [channels] }`: allows a member to write again.
struct UnmuteAction: ParsableAction {
    static let name = "unmute"
    let needs: Set<PermissionRequirement> = [.manageChannel]

    private let whom: MemberSelector
    private let places: MuteScope

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        guard let argument = word.value else {
            compilation.expect(.channel, for: word)
            whom = .author
            places = .here
            return
        }
        guard var map = MapReader(argument, "'unmute'", compilation.diagnostics) else { return nil }
        let places = MuteScope.reading(map.take("in", "`here` (the default), `clan`, or channels."), compilation)
        let whom = MemberSelector.reading(map.take("to", "`author` (the default), `target`, or a name."), compilation)
        map.finish()
        if places?.needsChannel == true { compilation.expect(.channel, for: word) }
        guard let places, let whom else { return nil }
        self.places = places
        self.whom = whom
    }

    func perform(_ context: inout ActionContext) {
        guard let user = whom.user(context) else { return context.remark("no user to unmute") }
        context.ask(parts: places.channels(&context).map { .member(.unmute(user, in: $0)) })
    }
}
