import ChatModel
import MezonBotApp

/// Carries out what the forms of the chat ask for, as a user of the local gateway.
struct ChatHandler: Sendable {
    let rooms: ChatRooms

    /// - Returns: The address that shows the result, with the reason if the gateway refuses.
    /// - Throws: `ScreenError`, and `CancellationError`.
    func respond(_ command: Route.ChatCommand, _ form: FormFields) async throws -> (address: String, reason: String?) {
        guard rooms.isAvailable else { throw ScreenError.notFound }
        let participant = try await rooms.participant(named: form["as"])
        try await rooms.wait(for: participant)
        guard let channel = participant.channels.first(where: { "\($0.id)" == form["channel"] }) else {
            throw ScreenError.notFound
        }
        let address = "/chat?" + QueryText.query([("as", form["as"]), ("channel", form["channel"])])
        let message = MessageID(form["message"])
        do throws(ChatConnection.ChatError) {
            switch command {
            case .send:
                let text = (form.all("text").first ?? "").withLineFeeds
                if !text.allSatisfy(\.isWhitespace) { try await participant.say(text, answering: message, in: channel) }
            case .press:
                guard let message else { throw .noSuchMessage }
                try await participant.press(form["button"], of: message, with: form.values(withPrefix: "field:"))
            case .choose:
                guard let message else { throw .noSuchMessage }
                try await participant.choose(form["value"], in: form["select"], of: message)
            }
        } catch {
            return (address, error.description)
        }
        return (address, nil)
    }
}
