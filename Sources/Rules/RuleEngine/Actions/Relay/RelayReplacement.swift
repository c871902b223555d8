import ChatModel
import PatternMatching

/// The parts of texts that a relay shows otherwise, in the order in which they are written.
struct RelayReplacement: Sendable {
    let steps: [TextReplacement]

    /// Replaces in a text whose ranges move accordingly.
    func apply(to content: inout Content) {
        for step in steps { content.apply(step.edits(in: content.text)) }
    }

    func callAsFunction(_ text: String) -> String { steps.reduce(text) { $0.applying($1.edits(in: $0)) } }
}
