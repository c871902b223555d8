package import ChatModel
import MezonProtocol

/// The control endpoint, without HTTP, for tests in the same process.
extension MezonTestGateway {
    /// Returns the account with a name. A missing account is created as a member of every clan.
    package func account(named name: String) async throws(GatewayError) -> GatewayAccount {
        try await onLoop { router throws(GatewayRequestError) in try router.account(named: name) }
    }

    /// Sends a text as an account, which need not be connected.
    @discardableResult
    package func say(_ text: String, as name: String, in channel: ChannelID) async throws(GatewayError) -> MessageID {
        try await say(Content(text), as: name, in: channel)
    }

    /// Sends content with markup, an embed or buttons.
    @discardableResult
    package func say(_ content: Content, as name: String, in channel: ChannelID) async throws(GatewayError) -> MessageID {
        try await onLoop { router throws(GatewayRequestError) in try router.say(content, as: name, in: channel) }
    }

    /// Presses a button of a message; the event is pushed to the message's author.
    package func click(
        _ button: String, of message: MessageID, in channel: ChannelID, as name: String
    ) async throws(GatewayError) {
        try await onLoop { router throws(GatewayRequestError) in
            try router.click(button, of: message, in: channel, as: name)
        }
    }

    /// Adds an account to a clan; does nothing for a member.
    package func join(_ clan: ClanID, as name: String) async throws(GatewayError) {
        try await onLoop { router throws(GatewayRequestError) in try router.join(clan, as: name) }
    }

    package func leave(_ clan: ClanID, as name: String) async throws(GatewayError) {
        try await onLoop { router throws(GatewayRequestError) in try router.leave(clan, as: name) }
    }

    /// Adds an account to a voice channel, or removes it.
    package func setVoicePresence(_ isTalking: Bool, in channel: ChannelID, as name: String) async throws(GatewayError) {
        try await onLoop { router throws(GatewayRequestError) in try router.setVoicePresence(isTalking, in: channel, as: name) }
    }

    /// Transfers tokens from one account to another, without a signature.
    package func giveTokens(_ amount: Int, note: String = "", from sender: String, to receiver: String) async throws(GatewayError)
    {
        try await onLoop { router throws(GatewayRequestError) in
            try router.giveTokens(amount, note: note, from: sender, to: receiver)
        }
    }

    /// Gives the author of a message a coffee.
    package func giveCoffee(for message: MessageID, in channel: ChannelID, from sender: String) async throws(GatewayError) {
        try await onLoop { router throws(GatewayRequestError) in try router.giveCoffee(for: message, in: channel, from: sender) }
    }

    /// Chooses an entry of the quick menu.
    package func chooseMenu(_ menu: String, in channel: ChannelID, as name: String) async throws(GatewayError) {
        try await onLoop { router throws(GatewayRequestError) in try router.chooseMenu(menu, in: channel, as: name) }
    }

    package func add(_ fault: Fault) async throws(GatewayError) {
        try await onLoop { router throws(GatewayRequestError) in try router.add(fault) }
    }

    /// Closes every socket of an account with 1001.
    package func disconnect(_ name: String) async throws(GatewayError) {
        try await onLoop { router throws(GatewayRequestError) in _ = try router.disconnect(name) }
    }

    /// Revokes all session tokens; sockets remain open.
    package func revokeSessions() async throws(GatewayError) {
        try await onLoop { router throws(GatewayRequestError) in router.sessions.revokeAll() }
    }

    package func changeSwitches(_ change: @escaping @Sendable (inout CompatibilityFlags) -> Void) async throws(GatewayError) {
        try await onLoop { router throws(GatewayRequestError) in change(&router.state.switches) }
    }

    /// Returns the newest messages of a channel, oldest first.
    package func messages(in channel: ChannelID, limit: Int = 100) async throws(GatewayError) -> [Message] {
        try await onLoop { router throws(GatewayRequestError) in
            router.state.messages.page(of: channel, from: 0, .before, topic: 0, limit: limit).map(MessageDecoder.message)
        }
    }
}
