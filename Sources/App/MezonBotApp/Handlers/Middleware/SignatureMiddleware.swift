import BotKit

/// Appends a line to every message that the bot sends to a channel.
struct SignatureMiddleware: DeliveryMiddleware {
    let text: String
    let name = "middleware:signature"

    func prepare(_ outgoing: ResolvedAction, of cause: Int64) async throws -> ResolvedAction {
        var signed = outgoing
        signed.draft?.content.text += "\n\(text)"
        return signed
    }
}
