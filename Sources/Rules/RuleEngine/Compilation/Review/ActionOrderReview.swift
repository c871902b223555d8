import BotConfiguration

/// Finds actions without an effect because of those before them: after a `stop`, repeated, or on what is already gone.
struct ActionOrderReview {
    private let diagnostics: DiagnosticCollector

    /// The actions whose repetition has no use. Counters, signals and the like may be repeated on purpose.
    static let idempotent: Set<String> = [
        "reply", "edit_reply", "send", "dm", "ephemeral", "react", "unreact", "delete", "archive", "pin", "report", "mute",
        "unmute",
        "kick", "ban", "unban", "add_role", "remove_role", "set_level", "alert", "forward",
        "archive_thread", "lock", "unlock", "slow_mode", "nickname", "set_status", "create_channel", "archive_channel",
    ]

    /// An action as written.
    private struct Step {
        let name: String
        let position: SourcePosition
        let node: ConfigNode
        var argument: ConfigNode? { node.onlyEntry?.value }
        /// The member that it is about; `nil` for the author.
        var whom: String? { argument?.child("to")?.scalarText }
    }

    init(_ diagnostics: DiagnosticCollector) { self.diagnostics = diagnostics }

    func review(_ rule: ConfigNode) {
        let lists =
            ["then", "otherwise"].compactMap(rule.child) + [rule.child("cooldown")?.child("while_active")].compactMap(\.self)
        for list in lists { review(list: list) }
    }

    /// - Parameter isFollowed: A Boolean value that indicates whether other actions come after those of the list.
    private func review(list: ConfigNode, isFollowed: Bool = false) {
        let steps = list.listItems.compactMap(Self.step)
        for (index, step) in steps.enumerated() {
            if ["if", "repeat", "schedule"].contains(step.name) {
                let isFollowed = step.name == "repeat" || step.name == "if" && (isFollowed || index < steps.count - 1)
                for branch in ["then", "otherwise"] {
                    if let inner = step.argument?.child(branch) { review(list: inner, isFollowed: isFollowed) }
                }
            }
            // A wait begins anew: what is repeated after it may be a reminder.
            let earlier = steps[..<index].reversed().prefix { $0.name != "wait" }
            guard !reviewStop(step, after: steps[..<index]) else { return }
            reviewRepetition(step, after: earlier)
            reviewEffect(step, after: earlier)
        }
        if let last = steps.last, last.name == "wait", !isFollowed {
            diagnostics.warning(
                "wait-at-end", "nothing follows this wait", at: last.position,
                suggestion: "remove it, or write what to do after it")
        }
    }

    /// Reports the first action after a `stop`, and returns whether there is one.
    private func reviewStop(_ step: Step, after earlier: ArraySlice<Step>) -> Bool {
        guard let last = earlier.last, Self.stops(last) else { return false }
        diagnostics.warning(
            "after-stop", "this is never reached: 'stop' ends the actions of the rule", at: step.position,
            suggestion: "move it before 'stop'")
        return true
    }

    /// Returns whether nothing after a step is performed, whatever happens: it stops, or both branches of an `if` do.
    private static func stops(_ step: Step) -> Bool {
        guard step.name == "if" else { return step.name == "stop" }
        return ["then", "otherwise"].allSatisfy { branch in
            step.argument?.child(branch)?.listItems.last.flatMap(Self.step).map(stops) ?? false
        }
    }

    private func reviewRepetition(_ step: Step, after earlier: some Sequence<Step>) {
        guard Self.idempotent.contains(step.name), earlier.contains(where: { $0.node.json == step.node.json }) else { return }
        diagnostics.warning(
            "action-twice", "the same action is already in the list", at: step.position,
            suggestion: "remove one of the two, or change one")
    }

    private func reviewEffect(_ step: Step, after earlier: some Sequence<Step>) {
        switch step.name {
        case "react", "unreact", "pin":
            guard earlier.contains(where: { $0.name == "delete" }) else { return }
            diagnostics.warning(
                "after-delete", "'\(step.name)' has no effect: the message is deleted by then", at: step.position,
                suggestion: "remove it, or write it before delete")
        case "kick":
            guard earlier.contains(where: { $0.name == "ban" && $0.whom == step.whom }) else { return }
            diagnostics.warning(
                "kick-after-ban", "'ban' already removes the member", at: step.position, suggestion: "remove it")
        case "unmute":
            guard earlier.contains(where: { $0.name == "mute" && $0.whom == step.whom }) else { return }
            diagnostics.warning(
                "mute-undone", "this would undo the mute at once", at: step.position,
                suggestion: "remove it: a mute ends by itself")
        default: return
        }
    }

    private static func step(_ node: ConfigNode) -> Step? {
        if let entry = node.onlyEntry { return Step(name: entry.key, position: entry.keyPosition, node: node) }
        return node.scalarText.map { Step(name: $0, position: node.position, node: node) }
    }
}
