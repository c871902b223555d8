package import ChatModel

/// The bot that asks for something from outside, and the clan for which it does: a clan's requests have a budget of their own.
///
/// Records of requests hold the bot alone, and two requests are the same whichever clan they were made for.
package struct RequestingBot: Sendable {
    package let name: String
    package let clan: ClanID

    package init(_ name: String, in clan: ClanID = 0) {
        self.name = name
        self.clan = clan
    }
}

extension RequestingBot: Hashable, Codable {
    package static func == (one: RequestingBot, other: RequestingBot) -> Bool { one.name == other.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    package func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }

    package init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }
}
