/// What somebody does, and what is to be seen because of it: all that stands in the places that they look at, to the letter.
struct DialogueScript: Sendable {
    enum Action: Hashable, Sendable {
        case say(String)
        /// A button below the newest message of their channel.
        case press(String)
        /// A button below their newest request, by whoever decides.
        case decide(String)

        var isPress: Bool { if case .say = self { false } else { true } }
    }

    struct Step: Sendable {
        var deed: Action
        /// What it makes of what stood there.
        var outcome: @Sendable (inout Shown) -> Void
    }

    /// Texts as they stand at last. The number of a request is left out: several people ask at once.
    struct Shown: Hashable, Sendable {
        var here: [String] = []
        var requests: [String] = []
        var direct: [String] = []
    }

    var steps: [Step]

    /// Leave is asked for from beginning to end, and allowed.
    static func leave(of name: String, _ number: Int, decidedBy decider: String) -> DialogueScript {
        let why = "reason \(name).\(number)"
        let text = "\(name): 2/3/2026 – 4/3/2026, sick. \(why)"
        return DialogueScript(steps: [
            .say("*leave", asks: "From which day?"), .say("2/3/2026", asks: "Until which day?"),
            .say("2026-03-04", asks: "Which kind?"), .press("Sick", asks: "Why?"), .say(why, asks: "\(text)\nIs this right?"),
            Step(deed: .press("Yes")) { shown in
                shown.here.changeLast { $0 + "\n→ Yes" }
                shown.here.append("Sent as #.")
                shown.requests.append("# \(text)")
            },
            Step(deed: .decide("Approve")) { shown in
                shown.requests.changeLast { $0 + "\n→ approved, \(decider)" }
                shown.direct.append("Your leave was approved: \(text)")
            },
        ])
    }

    /// A poll is begun, voted on and ended. Counted twice, a vote would be taken back.
    static func poll(of name: String, _ number: Int) -> DialogueScript {
        let question = "Lunch \(name).\(number)?"
        return DialogueScript(steps: [
            .say("*poll \"\(question)\" phở | bún chả", asks: "\(question)\nphở: 0 \nbún chả: 0 "),
            Step(deed: .press("phở")) { $0.here.changeLast { _ in "\(question)\nphở: 1 ▇\nbún chả: 0 " } },
            Step(deed: .press("✕")) { $0.here.changeLast { $0 + "\n(ended)" } },
        ])
    }
}

extension DialogueScript.Step {
    static func say(_ text: String, asks next: String) -> DialogueScript.Step {
        DialogueScript.Step(deed: .say(text)) { $0.here += [text, next] }
    }

    static func press(_ label: String, asks next: String) -> DialogueScript.Step {
        DialogueScript.Step(deed: .press(label)) { shown in
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
