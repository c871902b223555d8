import BotConfiguration
import ChatModel
import Foundation

/// `mute: { for: 10m, clock, in: here | clan | [channels], to, reason }`: prevents a member from writing for a while, and tells
/// them for how long and why. Mezon calls this a ban: it applies to one channel and ends by itself.
struct MuteAction: ParsableAction {
    static let name = "mute"
    let isSanction = true
    let needs: Set<PermissionRequirement> = [.manageChannel]

    private let whom: MemberGroup
    private let length: Duration
    private let clock: CalendarClock?
    private let scope: MuteScope
    private let reason: Template?
    private let isQuoting: Bool

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        guard let argument = keyword.argument(diagnostics), var map = MapReader(argument, "'mute'", diagnostics) else {
            return nil
        }
        let length = map.require("for", "The duration, for example `10m`.")?.duration(diagnostics)
        let clockNode = map.take("clock", "A calendar; only its open hours count.")
        clock = clockNode.flatMap { compilation.clock($0) }
        if clock != nil, compilation.isDeferred, let clockNode {
            diagnostics.error(
                "not-in-question", "the duration is counted from the answer, whose time the calendar does not know yet",
                at: clockNode.position, suggestion: "remove 'clock'")
        }
        let scope = MuteScope.reading(map.take("in", "`here` (the default), `clan`, or channels."), compilation)
        let whom = MemberGroup.reading(&map, compilation)
        let (reason, isQuoting) = compilation.reading {
            map.take("reason", "The reason, for the case and the audit log.").flatMap { Template($0, compilation) }
        }
        map.finish()
        if scope?.needsChannel == true { compilation.expect(.channel, for: keyword) }
        guard diagnostics.errors == before, let length, let scope, let whom else { return nil }
        self.length = length
        self.scope = scope
        self.whom = whom
        self.reason = reason
        self.isQuoting = isQuoting
    }

    var exposures: [Exposure] { isQuoting ? whom.exposures : [] }

    func perform(_ context: inout ActionContext) {
        let users = context.moderated(whom)
        let channels = users.isEmpty ? [] : scope.channels(&context)
        guard !users.isEmpty else { return }
        guard !channels.isEmpty else { return context.remark("no channel to mute in") }
        guard let until = length.end(from: context.facts.now, on: clock, in: context.facts.clan) else {
            return context.remark("\(clock?.name ?? "the clock") never opens again: no user was muted")
        }
        let cause = reason?.text(context) ?? context.cause
        context.sanction(users) { context, user in
            let actions = channels.map { MemberAction.mute(user, in: $0, until: until, reason: cause) }
            let draft = context.draft(Self.name, user, until: until, inverses: actions.compactMap(\.inverse), because: cause)
            return (draft, actions.map(Action.member))
        }
        guard !context.facts.channelID.isNone else { return }
        let location = scope.displayText(context.facts, context.policy.phrases)
        let length = until.timeIntervalSince(context.facts.now)
        for user in users {
            // If the message may not be quoted to them, they are told the rule's own reason.
            let mayQuote = !isQuoting || context.refusalToShow(to: user) == nil
            context.notify(
                user, context.policy.phrases.muted(in: location, seconds: length, because: mayQuote ? cause : context.cause))
        }
    }
}
