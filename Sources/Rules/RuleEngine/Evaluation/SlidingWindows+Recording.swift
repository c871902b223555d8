import ChatModel
import PatternMatching

extension SlidingWindows {
    /// Counts an event in every window that it belongs to.
    mutating func note(_ facts: Facts, for specs: Set<WindowSpec>) {
        prune()
        var sketch: Shingles?
        for spec in specs {
            let amount = spec.of.amount(in: facts)
            guard amount > 0 else { continue }
            // A reaction is recorded without a message: deleting the message it was added to would be wrong.
            var occurrence = Occurrence(
                at: facts.now, amount: amount, message: spec.of == .reaction ? 0 : facts.event.message, channel: facts.channelID)
            if let shortest = spec.minSketchLength {
                guard facts.text.count >= shortest else { continue }
                let made = sketch ?? Shingles(facts.text)
                sketch = made
                occurrence.sketch = made
            }
            note(occurrence, of: facts.subject(spec.per), for: spec)
        }
    }
}
