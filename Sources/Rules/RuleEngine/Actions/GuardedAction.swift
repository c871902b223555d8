import BotKit
import ChatModel

/// An action with its own `on_error` setting, which decides what happens to the actions after it if it fails.
struct GuardedAction: RuleAction {
    let action: any RuleAction
    let onError: AuthorResult.OnError

    var keyword: String { action.keyword }
    var isSanction: Bool { action.isSanction }
    var sanctionsUnasked: Bool { action.sanctionsUnasked }
    var isReply: Bool { action.isReply }
    func sends(to channel: ChannelID) -> Bool { action.sends(to: channel) }
    var isRelay: Bool { action.isRelay }
    var relayedTo: [ChannelID] { action.relayedTo }
    var replacements: [RelayReplacement] { action.replacements }
    var exposures: [Exposure] { action.exposures }
    var decidingRoles: Set<Set<RoleID>> { action.decidingRoles }
    var needs: Set<PermissionRequirement> { action.needs }
    var runsFirst: Bool { action.runsFirst }

    var isDetached: Bool { action.isDetached }

    func branch(_ name: String) -> [any RuleAction]? { action.branch(name) }
    func goOn(after branch: String, _ context: inout ActionContext) { action.goOn(after: branch, &context) }

    func perform(_ context: inout ActionContext) {
        let outer = context.explicitOnError
        context.explicitOnError = onError
        action.perform(&context)
        context.explicitOnError = outer
    }
}
