/// The settings that the people of a clan may change in chat, each with its limits and a description.
///
///     struct Settings: BotSettings {
///         var greeting = "Hello"
///         var channel: ChannelID?
///         var limit = 5
///
///         static var settings: [Setting<Self>] {
///             Setting("greeting", \.greeting, "The first words", vi: "Lời chào", length: 1...80)
///             Setting("channel", \.channel, "The channel for answers", vi: "Kênh trả lời")
///             Setting("limit", \.limit, "The points per day", vi: "Số điểm mỗi ngày", in: 1...50)
///         }
///     }
///
/// The moderators of a clan change them with `*settings <bot>`, for their clan alone; an operator's ``BotOptions`` hold until the
/// next reload instead. A hook reads them from its context.
public protocol BotSettings: Sendable {
    /// Creates the settings with their default values.
    init()

    /// The settings, in the order of listings.
    @SettingsBuilder<Self> static var settings: [Setting<Self>] { get }
}

/// The settings of a bot that has none.
public struct NoSettings: BotSettings {
    /// Creates the empty settings.
    public init() {}
    /// An empty list.
    public static var settings: [Setting<Self>] { [] }
}

/// A result builder for a bot's list of settings.
@resultBuilder
public enum SettingsBuilder<Settings: BotSettings> {
    /// Adds one setting.
    public static func buildExpression(_ setting: Setting<Settings>) -> [Setting<Settings>] { [setting] }
    /// Adds a list of settings.
    public static func buildExpression(_ settings: [Setting<Settings>]) -> [Setting<Settings>] { settings }
    /// Joins the settings of a block.
    public static func buildBlock(_ settings: [Setting<Settings>]...) -> [Setting<Settings>] { settings.flatMap(\.self) }
}

extension BotSettings {
    /// Returns the setting with a name, ignoring case.
    static func setting(named name: String) -> Setting<Self>? {
        let name = name.lowercased()
        return settings.first { $0.name.lowercased() == name }
    }

    /// Returns the defaults with the stored values. A value that this build does not accept counts as absent.
    init(_ stored: StoredSettings) {
        self.init()
        for setting in Self.settings {
            if let value = stored.values[setting.name] { _ = setting.put(value, &self) }
        }
    }
}

extension BotContext {
    /// The settings of the event's clan; the defaults outside of clans. They are those of the moment at which they are first read, also
    /// when the event is processed again.
    ///
    /// - Throws: `CancellationError`.
    public var settings: B.Settings {
        get async throws {
            guard !clan.isNone, !B.Settings.settings.isEmpty else { return B.Settings() }
            let key = StoredSettings.key(clan)
            let stored = try await invocation.snapshot(key) { try StoredSettings($0).withoutChanges.stored() }
            return B.Settings(try StoredSettings(stored))
        }
    }
}
