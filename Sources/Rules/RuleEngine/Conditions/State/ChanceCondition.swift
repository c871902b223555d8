import BotConfiguration
import BotKit
import ChatModel

/// `chance: 0.1`: holds for one event in ten. The result depends only on the event and the rule, so that replaying an event gives
/// the same result.
struct ChanceCondition: ParsableCondition {
    static let name = "chance"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard let chance = node.number(in: 0...1, compilation.diagnostics) else { return nil }
        guard chance > 0 else {
            compilation.diagnostics.error(
                "never-true", "a chance of 0 never holds", at: node.position, suggestion: "write mode: disabled")
            return nil
        }
        checks = [
            FieldCheck([Self.name], meaning: .numbers(.roll, .below(chance))) { facts in
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
    /// A number from 0 to 1 derived from the event and the rule.
    var roll: Double { Double(randomBits >> 11) / Double(UInt64(1) << 53) }

    /// Bits derived from the event and the rule, which are the same in every replay.
    var randomBits: UInt64 {
        // A message keeps its id when it is replayed; other events are identified by their journal entry.
        let id: Int64 = if case .message(let message) = event { message.id.rawValue } else { sequence }
        // Renaming an event must not change the decisions about it.
        let kind = SystemEvent.formerKinds.first { $0.value == event.kind }?.key ?? event.kind
        let seed = "\(kind) \(rule)".utf8.reduce(UInt64(bitPattern: id) ^ 0xCBF2_9CE4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        var random = SplitMix64(seed: seed)
        return random.next()
    }
}
