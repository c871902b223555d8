import BotConfiguration
import BotKit
import ChatModel

/// `unmute`, or `unmute: { to, in: here | clan | [channels] }`: allows a member to write again.
struct UnmuteAction: ParsableAction {
    static let name = "unmute"
    let needs: Set<PermissionRequirement> = [.manageChannel]

    private let whom: MemberGroup
    private let scope: MuteScope

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard let argument = keyword.value else {
            compilation.expect(.channel, for: keyword)
            whom = .one(.author)
            scope = .here
            return
        }
        guard var map = MapReader(argument, "'unmute'", compilation.diagnostics) else { return nil }
        let scope = MuteScope.reading(map.take("in", "`here` (the default), `clan`, or channels."), compilation)
        let whom = MemberGroup.reading(&map, compilation)
        map.finish()
        if scope?.needsChannel == true { compilation.expect(.channel, for: keyword) }
        guard let scope, let whom else { return nil }
        self.scope = scope
        self.whom = whom
    }

    func perform(_ context: inout ActionContext) {
        let users = whom.users(context)
        guard !users.isEmpty else { return context.remark("no user to unmute") }
        let channels = scope.channels(&context)
        context.request(parts: users.flatMap { user in channels.map { .member(.unmute(user, in: $0)) } })
    }
}
