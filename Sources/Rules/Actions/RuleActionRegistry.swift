import BotConfig

enum RuleActionRegistry {
    static let all: [any ParsableAction.Type] = [
        ReplyAction.self, EditReplyAction.self, SendAction.self, DirectMessageAction.self, EphemeralAction.self, ReactAction.self,
        UnreactAction.self,
        DeleteAction.self, ArchiveAction.self, PinAction.self, ReportAction.self, WarnAction.self, MuteAction.self,
        UnmuteAction.self,
        KickAction.self, BanAction.self, UnbanAction.self, AddRoleAction.self, RemoveRoleAction.self, EscalateAction.self,
        CounterAction.self, SetAction.self, SetLevelAction.self, AskAction.self, AlertAction.self, ForwardAction.self,
        RelayAction.self, WebhookAction.self, SignalAction.self, IfAction.self, WaitAction.self, RunAction.self, StopAction.self,
    ]

    static func read(_ node: ConfigNode, _ compilation: CompilationContext) -> (any RuleAction)? {
        let findings = compilation.findings
        guard let node = findings.shared("action", node) else { return nil }
        guard let word = KeywordNode(node, all.map { $0.name }, "an action", code: "unknown-action", findings) else { return nil }
        guard let type = all.first(where: { $0.name == word.name }) else { return nil }
        guard let argument = word.value, argument.isMap(findings), var map = MapReader(argument, "'\(word.name)'", findings)
        else {
            return type.init(word, compilation)
        }
        let onError = map.take("on_error", "The effect of a failure on the following actions: `continue`, `stop` or `retry`.")
            .map { OnErrorKeyword($0, findings) }
        let action = type.init(word.without("on_error"), compilation)
        guard let onError else { return action }
        guard let action, let onError else { return nil }
        return GuardedAction(action: action, onError: onError.meaning)
    }

    /// Performs actions in order, evidence first, until one of them stops the rule or waits.
    ///
    /// - Parameter last: The index of the action that waited, to perform only the actions after it. Evidence has been taken by
    ///   then.
    static func perform(_ actions: [any RuleAction], _ scene: inout ActionContext, behind last: Int? = nil) {
        let places =
            actions.indices.filter { last == nil && actions[$0].runsFirst }
            + actions.indices.filter { !actions[$0].runsFirst && $0 > last ?? -1 }
        for place in places {
            guard scene.stop == nil, !scene.isWaiting else { return }
            scene.note(actions[place].word)
            scene.within(ActionStep(index: place)) { actions[place].perform(&$0) }
        }
    }
}
