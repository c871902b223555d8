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
        case .form:
            if case .button(let click) = facts.event, click.extra.utf8.count <= Self.maxFormBytes {
                try? JSONDecoder().decode(JSONValue.self, from: Data(click.extra.utf8))  // A chosen value is no JSON.
            } else {
                nil
            }
        }
    }
}
