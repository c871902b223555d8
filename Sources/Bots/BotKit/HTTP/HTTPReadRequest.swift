package import ChatModel

/// A request to read a web address.
///
/// Header values are sent but never stored, because they may contain a key. Two requests are equal if everything else is equal.
package struct HTTPReadRequest: Sendable {
    /// The bot whose allow list applies.
    package let bot: RequestingBot
    package let url: String
    /// The headers by lower-case name.
    package let headers: [String: Secret]

    package init(bot: String, in clan: ClanID = 0, url: String, headers: [String: String] = [:]) {
        self.init(RequestingBot(bot, in: clan), url: url, headers: headers)
    }

    package init(_ bot: RequestingBot, url: String, headers: [String: String] = [:]) {
        self.bot = bot
        self.url = url
        self.headers = Dictionary(headers.map { ($0.lowercased(), Secret($1)) }) { _, last in last }
    }

    private var kept: Kept { Kept(bot: bot, url: url, headers: headers.keys.sorted()) }

    private struct Kept: Hashable, Codable {
        var bot: RequestingBot
        var url: String
        var headers: [String]
    }
}

extension HTTPReadRequest: Hashable, Codable {
    package static func == (one: HTTPReadRequest, other: HTTPReadRequest) -> Bool { one.kept == other.kept }

    package func hash(into hasher: inout Hasher) { hasher.combine(kept) }

    package func encode(to encoder: any Encoder) throws { try kept.encode(to: encoder) }

    package init(from decoder: any Decoder) throws {
        let kept = try Kept(from: decoder)
        self.init(kept.bot, url: kept.url, headers: Dictionary(kept.headers.map { ($0, "") }) { first, _ in first })
    }
}
