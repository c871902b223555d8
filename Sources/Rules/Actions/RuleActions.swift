import BotConfig

enum RuleActions {
    static let all: [any WordedAction.Type] = [
        ReplyAction.self, EditReplyAction.self, SendAction.self, DirectAction.self, EphemeralAction.self, ReactAction.self,
        UnreactAction.self,
        DeleteAction.self, ArchiveAction.self, PinAction.self, ReportAction.self, WarnAction.self, MuteAction.self,
        UnmuteAction.self,
        KickAction.self, BanAction.self, UnbanAction.self, AddRoleAction.self, RemoveRoleAction.self, EscalateAction.self,
        CounterAction.self, SetAction.self, SetLevelAction.self, AskAction.self, AlertAction.self, ForwardAction.self,
        SignalAction.self, IfAction.self, RunAction.self, StopAction.self,
    ]

    static func read(_ node: ConfigNode, _ compilation: Compilation) -> (any RuleAction)? {
        let findings = compilation.findings
        guard let node = findings.shared("action", node) else { return nil }
        guard let word = WordNode(node, all.map { $0.name }, "an action", code: "unknown-action", findings) else { return nil }
        guard let type = all.first(where: { $0.name == word.name }) else { return nil }
        guard let argument = word.value, argument.isMap(findings), var map = MapReader(argument, "'\(word.name)'", findings)
        else {
            return type.init(word, compilation)
        }
        let onError = map.take("on_error", "What becomes of the actions after it if it fails: `continue`, `stop` or `retry`.")
            .map { OnErrorWord($0, findings) }
        let action = type.init(word.without("on_error"), compilation)
        guard let onError else { return action }
        guard let action, let onError else { return nil }
        return GuardedAction(action: action, onError: onError.meaning)
    }

    /// Performs actions in order, evidence first, until one of them stops the rule.
    static func perform(_ actions: [any RuleAction], _ scene: inout Scene) {
        for action in actions.filter(\.comesFirst) + actions.filter({ !$0.comesFirst }) {
            guard scene.stop == nil else { return }
            scene.note(action.word)
            action.perform(&scene)
        }
    }
}
