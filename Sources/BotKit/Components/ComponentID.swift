/// What a component of a bot is called on the wire: `~polls/vote/1`. Nothing else is called so: routes of rules do not begin with
/// the sign.
struct ComponentID: Hashable, Sendable {
    /// Who hears of it.
    let bot: String
    let route: String
    /// As JSON; empty for none.
    let payload: String

    static let sign: Character = "~"
    /// The route of the buttons under a dialogue's questions. No bot's own is called so.
    static let dialogue = "~"
    static let mostPayload = 256  // Bytes: a message has 4000 characters for everything.
    private static let most = 512  // Characters of an id, of names as long as anybody gives them.

    init(bot: String, route: String, payload: String) {
        self.bot = bot
        self.route = route
        self.payload = payload
    }

    /// Nil for what no bot has called so. Anybody can send anything here.
    init?(_ text: String) {
        guard Self.isReserved(text), text.utf8.count <= Self.most else { return nil }
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
