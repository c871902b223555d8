import BotConfiguration

/// `webhook: { field, is, value, text }`: a value in the JSON of a received webhook.
struct WebhookCondition: ParsableCondition {
    static let name = "webhook"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard let checks = DataConditionFields(data: .webhook).checks(node, compilation) else { return nil }
        self.checks = checks
    }
}
