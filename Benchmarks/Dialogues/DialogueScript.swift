/// A user's actions, and the exact messages that must be visible because of them.
struct DialogueScript: Sendable {
    enum Action: Hashable, Sendable {
        case say(String)
        /// A press of a button below the newest message of the user's channel.
        case press(String)
        /// A press of a button below the user's newest request, by the decider.
        case decide(String)

        var isPress: Bool { if case .say = self { false } else { true } }
    }

    struct Step: Sendable {
        var action: Action
        /// Applies the effect of the step to the visible messages.
        var outcome: @Sendable (inout Shown) -> Void
    }

    /// The visible texts after all edits. Request numbers are left out, because several users send requests at once.
    struct Shown: Hashable, Sendable {
        var here: [String] = []
        var requests: [String] = []
        var direct: [String] = []
    }

    var steps: [Step]

    /// A leave request from beginning to end, which is approved.
    static func leave(of name: String, _ number: Int, decidedBy decider: String) -> DialogueScript {
        let why = "reason \(name).\(number)"
        let text = "\(name): 2/3/2026 – 4/3/2026, sick. \(why)"
        return DialogueScript(steps: [
            .say("*leave", asks: "From which day?"), .say("2/3/2026", asks: "Until which day?"),
            .say("2026-03-04", asks: "Which kind of leave?"), .press("Sick", asks: "Reason?"),
            .say(why, asks: "\(text)\nIs this correct?"),
            Step(action: .press("Yes")) { shown in
                shown.here.changeLast { $0 + "\n→ Yes" }
                shown.here.append("Sent as #.")
                shown.requests.append("# \(text)")
            },
            Step(action: .decide("Approve")) { shown in
                shown.requests.changeLast { $0 + "\n→ approved, \(decider)" }
                shown.direct.append("Your leave request was approved: \(text)")
            },
        ])
    }

    /// A poll that is started, voted on and ended. A vote that is counted twice would be withdrawn.
    static func poll(of name: String, _ number: Int) -> DialogueScript {
        let question = "Lunch \(name).\(number)?"
        return DialogueScript(steps: [
            .say("*poll \"\(question)\" phở | bún chả", asks: "\(question)\nphở: 0 \nbún chả: 0 "),
            Step(action: .press("phở")) { $0.here.changeLast { _ in "\(question)\nphở: 1 ▇\nbún chả: 0 " } },
            Step(action: .press("✕")) { $0.here.changeLast { $0 + "\n(ended)" } },
        ])
    }
}

extension DialogueScript.Step {
    static func say(_ text: String, asks next: String) -> DialogueScript.Step {
        DialogueScript.Step(action: .say(text)) { $0.here += [text, next] }
    }

    static func press(_ label: String, asks next: String) -> DialogueScript.Step {
        DialogueScript.Step(action: .press(label)) { shown in
            shown.here.changeLast { "\($0)\n→ \(label)" }
            shown.here.append(next)
        }
    }
}

extension [String] {
    fileprivate mutating func changeLast(_ change: (String) -> String) {
        if let last = popLast() { append(change(last)) }
    }
}
