/// The explanation of a turn: the outcome of each handler, in order.
package struct Trace: Sendable, Hashable {
    package struct Step: Sendable, Hashable, Codable {
        /// The middleware, bot or rule, for example `bot:echo`, `rule:greeting` or `system`.
        package var who: String
        /// The outcome: `pass`, `skip`, `drop`, `failed`, `withheld`, or the requested actions.
        package var what: String
        package var why: String

        package init(_ who: String, _ what: String, _ why: String = "") {
            self.who = who
            self.what = what
            self.why = why
        }
    }

    package var steps: [Step]

    /// The outcome of a handler that failed.
    package static let failed = "failed"
    /// The outcome of a handler that evaluated the event and did not act.
    package static let miss = "miss"
    /// The outcome of a handler that ignored the event.
    package static let skip = "skip"
    /// The outcome of a bot whose answer was refused because readers elsewhere may not see what happened there.
    package static let withheld = "withheld"
    /// The outcome of the reply limiter: the answers were not sent.
    package static let held = "held"

    /// The start of the outcome of a rule in shadow mode.
    package static let shadowPrefix = "shadow: "

    package init(_ steps: [Step] = []) { self.steps = steps }

    /// One line for each step, with tab-separated parts. This is fast to write for every message and readable in any SQLite shell.
    var text: String {
        var text = ""
        text.reserveCapacity(steps.reduce(0) { $0 + $1.who.utf8.count + $1.what.utf8.count + $1.why.utf8.count + 3 })
        for (index, step) in steps.enumerated() {
            if index > 0 { text += "\n" }
            text += step.who
            text += "\t"
            text += step.what
            text += "\t"
            text += Self.line(step.why)
        }
        return text
    }

    /// A Boolean value that indicates whether the answers of the turn were held back.
    package var isHeld: Bool { steps.contains { $0.who == Step.answerLimiter && $0.what == Self.held } }

    /// The trace as the store returns it, where each step has one line.
    package var normalized: Trace { Trace(text: text) }

    init(text: String) {
        steps = text.utf8.split(separator: Self.lineFeed).map { line in
            let parts = line.split(separator: Self.tab, maxSplits: 2, omittingEmptySubsequences: false).map {
                String(Substring($0))
            }
            return Step(parts[0], parts.count > 1 ? parts[1] : "", parts.count > 2 ? parts[2] : "")
        }
    }

    /// Returns whether a stored trace has a step other than a miss or a skip, without parsing it.
    static func hasActions(_ text: String) -> Bool {
        text.utf8.split(separator: lineFeed).contains { line in
            let what = line.drop { $0 != tab }.dropFirst().prefix { $0 != tab }
            return !what.elementsEqual(miss.utf8) && !what.elementsEqual(skip.utf8)
        }
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let tab = UInt8(ascii: "\t")

    private static func line(_ text: String) -> String {
        text.utf8.contains { $0 < 0x20 } ? String(text.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) }) : text
    }
}

extension Trace.Step {
    /// The author of the reply limiter, which holds back answers that would continue without end.
    package static let answerLimiter = "system:answer-limit"

    /// A Boolean value that indicates whether a rule in shadow mode would have acted.
    package var isShadow: Bool { what.hasPrefix(Trace.shadowPrefix) }

    /// A Boolean value that indicates whether a bot failed, invoked by a rule or directly.
    package var isFailureOfBot: Bool { what == Trace.failed && (who.hasPrefix("bot:") || who.contains("/bot:")) }
}
