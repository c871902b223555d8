import BotConfiguration
import ChatModel
import Foundation

/// The JSON that an event carries besides its text.
enum EventData: String, Hashable, Sendable, CaseIterable {
    /// The body of a received webhook.
    case webhook
    /// The fields of a submitted form.
    case form

    private static let maxFormBytes = 16 << 10

    func value(_ facts: Facts) -> JSONValue? {
        switch self {
        case .webhook: facts.message.flatMap(WebhookData.init)?.value
        case .form: formValue(facts)
        }
    }

    /// The fields that a press submits. The value that was chosen in a select is the field `choice`.
    private func formValue(_ facts: Facts) -> JSONValue? {
        guard case .button(let click) = facts.event, !click.extra.isEmpty, click.extra.utf8.count <= Self.maxFormBytes else {
            return nil
        }
        let fields = try? JSONDecoder().decode(JSONValue.self, from: Data(click.extra.utf8))  // A chosen value may be no JSON.
        return fields?.object == nil ? .object(["choice": .string(click.extra)]) : fields
    }
}
