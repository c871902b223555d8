import BotKit

/// A line under every message that the bot writes in a channel.
struct Signature: OutgoingHook {
    let text: String
    let name = "hook:signature"

    func prepare(_ outgoing: Outgoing) async throws -> Outgoing {
        var signed = outgoing
        signed.draft?.content.text += "\n\(text)"
        return signed
    }
}
