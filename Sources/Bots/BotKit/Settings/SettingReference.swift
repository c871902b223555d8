/// A setting's value that refers to something in the clan by its id. It is stored as `{"channel": 501}`, so that it can be checked and
/// shown by name.
package enum SettingReference: Hashable, Sendable {
    case channel(ChannelID)
    case role(RoleID)
    case user(UserID)

    /// The kind of thing that a setting refers to.
    package enum Kind: String, CaseIterable, Sendable, Codable {
        case channel, role, user

        /// Returns the kind of a type of values, optional or not; nil for any other type.
        init?(_ type: any SettingValue.Type) {
            switch type {
            case is ChannelID.Type, is ChannelID?.Type: self = .channel
            case is RoleID.Type, is RoleID?.Type: self = .role
            case is UserID.Type, is UserID?.Type: self = .user
            default: return nil
            }
        }
    }

    package var kind: Kind {
        switch self {
        case .channel: .channel
        case .role: .role
        case .user: .user
        }
    }

    package var id: Int64 {
        switch self {
        case .channel(let id): id.rawValue
        case .role(let id): id.rawValue
        case .user(let id): id.rawValue
        }
    }

    init?(_ setting: JSONValue) {
        guard let entry = setting.object?.first, let id = entry.value.integer else { return nil }
        switch entry.key {
        case "channel": self = .channel(ChannelID(id))
        case "role": self = .role(RoleID(id))
        case "user": self = .user(UserID(id))
        default: return nil
        }
    }

    var setting: JSONValue {
        switch self {
        case .channel(let id): .object(["channel": .integer(id.rawValue)])
        case .role(let id): .object(["role": .integer(id.rawValue)])
        case .user(let id): .object(["user": .integer(id.rawValue)])
        }
    }

    /// Returns the name in the event's clan; nil if the clan has nothing of that id, or the directory knows no name.
    func name<B: Bot>(in context: BotContext<B>) async throws -> String? {
        switch self {
        case .channel(let id):
            guard let channel = try await context.channel(id), channel.clan == context.clan else { return nil }
            return channel.label.isEmpty ? "#\(id)" : "#\(channel.label)"
        case .role(let id): return try await context.roleName(id).map { "@\($0)" }
        case .user(let id): return try await context.member(id) == nil ? nil : "\(id)"
        }
    }
}

extension ChannelID: SettingValue {
    /// The phrase "a channel (#channel)".
    public static var settingExpects: LocalizedText { ChannelRef.expects }
    /// Reads a channel reference or an id.
    public static func readSetting(_ reader: inout ArgumentReader) throws -> ChannelID? { try ChannelRef.read(&reader)?.id }
    /// Creates the value from its stored form.
    public init?(setting: JSONValue) {
        guard case .channel(let id)? = SettingReference(setting) else { return nil }
        self = id
    }
    /// The stored form.
    public var setting: JSONValue { SettingReference.channel(self).setting }
}

extension RoleID: SettingValue {
    /// The phrase "a role (@role)".
    public static var settingExpects: LocalizedText { RoleRef.expects }
    /// Reads a mention of a role, or a role's id.
    public static func readSetting(_ reader: inout ArgumentReader) throws -> RoleID? { try RoleRef.read(&reader)?.id }
    /// Creates the value from its stored form.
    public init?(setting: JSONValue) {
        guard case .role(let id)? = SettingReference(setting) else { return nil }
        self = id
    }
    /// The stored form.
    public var setting: JSONValue { SettingReference.role(self).setting }
}

extension UserID: SettingValue {
    /// The description of a mention.
    public static var settingExpects: LocalizedText { Mention.expects }
    /// Reads a mention of a user.
    public static func readSetting(_ reader: inout ArgumentReader) throws -> UserID? { try Mention.read(&reader)?.user }
    /// Creates the value from its stored form.
    public init?(setting: JSONValue) {
        guard case .user(let id)? = SettingReference(setting) else { return nil }
        self = id
    }
    /// The stored form.
    public var setting: JSONValue { SettingReference.user(self).setting }
}

extension JSONValue {
    /// A setting's value as users see it, with ids instead of names.
    var shown: LocalizedText {
        switch self {
        case .null: LocalizedText("not set", vi: "chưa đặt")
        case .bool(let value): value ? LocalizedText("yes", vi: "có") : LocalizedText("no", vi: "không")
        case .integer(let value): LocalizedText(stringLiteral: "\(value)")
        case .number(let value): LocalizedText(stringLiteral: "\(value)")
        case .string(""): LocalizedText("empty", vi: "trống")
        case .string(let value): LocalizedText(stringLiteral: value)
        case .object(let object):
            if let seconds = object["seconds"]?.integer {
                RefusalMessages.length(Double(seconds))
            } else {
                LocalizedText(stringLiteral: object.values.compactMap(\.integer).map { "\($0)" }.joined())
            }
        case .array: LocalizedText(stringLiteral: "[…]")
        }
    }

    /// A setting's value as users may write it.
    var written: String {
        if case .null = self { return "" }
        if let string { return string }
        if let seconds = object?["seconds"]?.integer { return "\(seconds)s" }
        return shown.en
    }
}
