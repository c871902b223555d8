import BotConfiguration
import ChatModel

/// `forwarded: true`: the message was forwarded from another channel, as Mezon's clients say.
struct ForwardedCondition: ParsableCondition {
    static let name = "forwarded"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard let wanted = node.truth(compilation.diagnostics) else { return nil }
        let meaning = Formula.literal(.opaque(Self.name, .null), .truth(wanted))
        checks = [
            FieldCheck([Self.name], meaning: meaning) { facts in
                let isForwarded = facts.message?.content.extras["fwd"] == .bool(true)
                let detail = isForwarded ? "it is forwarded" : "it is not forwarded"
                return isForwarded == wanted ? .holds(Reason(Self.name, detail)) : .fails(Self.name, detail)
            }
        ]
    }
}
