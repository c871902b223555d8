/// A comparison of a counter in Zeppelin: `>=100`.
struct CounterThreshold: Hashable {
    let sign: String
    let value: Int

    init?(_ text: String) {
        guard text.utf8.count <= 40, let found = text.wholeMatch(of: /\s*(>=|<=|>|<)\s*(\d{1,9})\s*/),
            let value = Int(found.output.2)
        else { return nil }
        sign = String(found.output.1)
        self.value = value
    }

    private init(sign: String, value: Int) {
        self.sign = sign
        self.value = value
    }

    /// The comparison that holds when this one does not.
    var opposite: CounterThreshold {
        let signs = [">=": "<", ">": "<=", "<": ">=", "<=": ">"]
        return CounterThreshold(sign: signs[sign] ?? "<", value: value)
    }

    /// Returns the trigger for a counter that crosses it.
    func trigger(of counter: String) -> RuleNode {
        let direction: RuleNode = .word(sign.hasPrefix(">") ? "up" : "down")
        return ["counter": ["name": .text(counter), "crosses": .text("\(sign) \(value)"), "direction": direction]]
    }
}
