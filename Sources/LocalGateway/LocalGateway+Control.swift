package import MezonModel
import MezonWire

/// The control endpoint, without HTTP, for tests in the same process.
extension LocalGateway {
    /// The account of that name; a person is made, member of every clan, where there is none.
    package func account(named name: String) async throws(GatewayError) -> GatewayAccount {
        try await onLoop { switchboard throws(Refusal) in try switchboard.account(named: name) }
    }

    /// Says something as somebody who need not be connected.
    @discardableResult
    package func say(_ text: String, as name: String, in channel: ChannelID) async throws(GatewayError) -> MessageID {
        try await onLoop { switchboard throws(Refusal) in try switchboard.say(text, as: name, in: channel) }
    }

    package func add(_ fault: Fault) async throws(GatewayError) {
        try await onLoop { switchboard throws(Refusal) in try switchboard.add(fault) }
    }

    package func removeFaults() async throws(GatewayError) {
        try await onLoop { switchboard throws(Refusal) in switchboard.faults.removeAll() }
    }

    /// Closes every socket of an account with 1001.
    package func disconnect(_ name: String) async throws(GatewayError) {
        try await onLoop { switchboard throws(Refusal) in _ = try switchboard.disconnect(name) }
    }

    /// Makes every session token worthless; open sockets stay open.
    package func revokeSessions() async throws(GatewayError) {
        try await onLoop { switchboard throws(Refusal) in switchboard.sessions.revokeAll() }
    }

    package func turn(_ change: @escaping @Sendable (inout Switches) -> Void) async throws(GatewayError) {
        try await onLoop { switchboard throws(Refusal) in change(&switchboard.world.switches) }
    }

    /// The newest messages of a channel, oldest first, as its history stands now.
    package func messages(in channel: ChannelID, limit: Int = 100) async throws(GatewayError) -> [Message] {
        try await onLoop { switchboard throws(Refusal) in
            switchboard.world.messages.page(of: channel, from: 0, .before, topic: 0, limit: limit).map(MessageDecoder.message)
        }
    }
}
