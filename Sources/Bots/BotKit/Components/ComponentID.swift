/// The id of a bot's component in Mezon's protocol: `~polls/vote/1`. Component ids of rules never begin with the sign.
struct ComponentID: Hashable, Sendable {
    /// The bot that receives the presses.
    let bot: String
    let route: String
    /// The payload as JSON; empty for none.
    let payload: String

    static let sign: Character = "~"
    /// The route of the buttons of dialogue questions. It is not a valid name for a bot's route.
    static let dialogue = "~"
    static let maxPayload = 256  // Bytes: a message has 4000 characters for everything.
    private static let maximum = 512  // Characters of an id, including bot and route names of any sensible length.

    init(bot: String, route: String, payload: String) {
        self.bot = bot
        self.route = route
        self.payload = payload
    }

    /// Parses an id; returns nil if it does not have the form of a bot's component. The input is untrusted.
    init?(_ text: String) {
        guard Self.isReserved(text), text.utf8.count <= Self.maximum else { return nil }
        let parts = text.dropFirst().split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        self.init(bot: String(parts[0]), route: String(parts[1]), payload: String(parts[2]))
    }

    var text: String { "\(Self.sign)\(bot)/\(route)/\(payload)" }

    static func isReserved(_ text: String) -> Bool { text.first == sign }

    static func isRouteName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64
            && name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
}
