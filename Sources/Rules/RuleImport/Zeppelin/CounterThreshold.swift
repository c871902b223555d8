/// A comparison of a counter in Zeppelin: `>=100`.
struct CounterThreshold: Hashable {
    enum Sign: String {
        case equal = "="
        case unequal = "!="
        case atLeast = ">="
        case above = ">"
        case atMost = "<="
        case below = "<"

        var opposite: Sign {
            switch self {
            case .equal: .unequal
            case .unequal: .equal
            case .atLeast: .below
            case .above: .atMost
            case .atMost: .above
            case .below: .atLeast
            }
        }
    }

    let sign: Sign
    let value: Int

    init?(_ text: String) {
        guard text.utf8.count <= 40, let found = text.wholeMatch(of: /\s*([!<>]?=|<|>)\s*(\d{1,9})\s*/),
            let sign = Sign(rawValue: String(found.output.1)), let value = Int(found.output.2)
        else { return nil }
        self.init(sign: sign, value: value)
    }

    private init(sign: Sign, value: Int) {
        self.sign = sign
        self.value = value
    }

    /// The comparison that holds when this one does not.
    var opposite: CounterThreshold { CounterThreshold(sign: sign.opposite, value: value) }

    /// Returns the trigger, or triggers, for a counter that crosses it. Those for `!=` also fire for a counter that passes the value
    /// without having been at it.
    func trigger(of counter: String) -> RuleNode {
        let nodes = crossings.map { comparison, direction -> RuleNode in
            ["counter": ["name": .text(counter), "crosses": .text(comparison), "direction": .word(direction)]]
        }
        return nodes.count == 1 ? nodes[0] : .list(nodes)
    }

    private var crossings: [(comparison: String, direction: String)] {
        switch sign {
        case .equal where value == 0: [("0", "down")]  // No counter is below zero.
        case .unequal where value == 0: [("> 0", "up")]
        case .equal: [("\(value)", "up"), ("\(value)", "down")]
        case .unequal: [("> \(value)", "up"), ("< \(value)", "down")]
        case .atLeast, .above: [("\(sign.rawValue) \(value)", "up")]
        case .atMost, .below: [("\(sign.rawValue) \(value)", "down")]
        }
    }
}
