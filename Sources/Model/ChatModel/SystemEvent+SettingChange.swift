public import Foundation

extension SystemEvent {
    /// A request, from the console or the command line, to change one of a bot's settings in a clan.
    public struct SettingChange: Hashable, Sendable, Codable {
        /// The bot's name.
        public var bot: String
        /// The name of the setting.
        public var name: String
        /// The value as a user would write it in chat; nil for the default.
        public var value: String?
        /// The clan.
        public var clan: ClanID
        /// The name of who asked, for example `console`.
        public var by: String
        /// The time of the request.
        public var at: Date

        /// Creates a request.
        public init(bot: String, name: String, value: String?, clan: ClanID, by: String, at: Date) {
            self.bot = bot
            self.name = name
            self.value = value
            self.clan = clan
            self.by = by
            self.at = at
        }
    }
}
