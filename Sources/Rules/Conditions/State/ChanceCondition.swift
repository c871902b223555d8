import BotConfig
import BotKit
import MezonModel

/// `chance: 0.1`: holds for one event in ten. Which ones follows from the event and the rule alone, so the same event decides the
/// same way again.
struct ChanceCondition: RuleCondition {
    static let name = "chance"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard let chance = node.number(in: 0...1, compilation.findings) else { return nil }
        guard chance > 0 else {
            compilation.findings.error(
                "never-true", "no event has the chance 0", at: node.place, suggestion: "write mode: disabled")
            return nil
        }
        checks = [
            FieldCheck([Self.name]) { facts in
                let roll = facts.roll
                let quantity = Quantity.ratio(roll)
                return roll < chance
                    ? .holds(Reason(Self.name, "\(quantity) < \(Quantity.ratio(chance))"))
                    : .fails(Self.name, "\(quantity) is not < \(Quantity.ratio(chance))")
            }
        ]
    }
}

extension Facts {
    /// A number from 0 to 1 that belongs to this event and this rule.
    fileprivate var roll: Double {
        // A message keeps its id wherever it is replayed; other events are known by their place in the journal.
        let id: Int64 = if case .message(let message) = event { message.id.rawValue } else { sequence }
        let seed = "\(event.kind) \(rule)".utf8.reduce(UInt64(bitPattern: id) ^ 0xCBF2_9CE4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        var random = SplitMix64(seed: seed)
        return Double(random.next() >> 11) / Double(UInt64(1) << 53)
    }
}
