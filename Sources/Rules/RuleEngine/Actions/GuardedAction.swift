import BotKit
import ChatModel

/// An action with its own `on_error` setting, which decides what happens to the actions after it if it fails.
struct GuardedAction: RuleAction {
    let action: any RuleAction
    let onError: AuthorResult.OnError

    var keyword: String { action.keyword }
    var isSanction: Bool { action.isSanction }
    var isReply: Bool { action.isReply }
    func sends(to channel: ChannelID) -> Bool { action.sends(to: channel) }
    var isRelay: Bool { action.isRelay }
    var relayedTo: [ChannelID] { action.relayedTo }
    var exposures: [Exposure] { action.exposures }
    var decidingRoles: Set<Set<RoleID>> { action.decidingRoles }
    var needs: Set<PermissionRequirement> { action.needs }
    var runsFirst: Bool { action.runsFirst }

    func branch(_ name: String) -> [any RuleAction]? { action.branch(name) }

    func perform(_ context: inout ActionContext) {
        let outer = context.explicitOnError
        context.explicitOnError = onError
        action.perform(&context)
        context.explicitOnError = outer
    }
}
