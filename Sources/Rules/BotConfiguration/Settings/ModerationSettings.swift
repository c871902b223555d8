package import ChatModel

/// The users who count as moderators, for commands and buttons, and the channel in which errors are reported to them.
package struct ModerationSettings: Hashable, Sendable {
    /// The moderators' channel; `nil` to write to the log only.
    package var channel: ChannelID?
    package var roles: Set<RoleID> = []
    package var users: Set<UserID> = []
    /// A Boolean value that indicates whether a clan's own section names the users. Users of the top level moderate the clan of
    /// the channel.
    package var areUsersOfClan = false
    /// A Boolean value that indicates whether any role or user is a moderator.
    package var namesModerators: Bool { !roles.isEmpty || !users.isEmpty }
}

extension ModerationSettings {
    /// Reads the section.
    ///
    /// - Parameter base: The settings of the top level, for the section of a clan. They apply to keys that are not given, except
    ///   for `users`: unlike roles, users do not belong to a clan, and would moderate this one as well.
    init(_ node: ConfigNode?, over base: ModerationSettings? = nil, names: NameRegistry, _ diagnostics: DiagnosticCollector) {
        self = base ?? ModerationSettings()
        guard let node, var map = MapReader(node, "'moderation'", diagnostics) else { return }
        if base != nil { users = [] }
        if let node = map.take("channel", "The channel in which moderators are notified.") {
            channel = names.channel(node, diagnostics)
        }
        if let items = map.take("roles", "The roles whose members are moderators.")?.list(orSingle: true, diagnostics) {
            roles = Set(items.compactMap { names.role($0, diagnostics) })
        }
        if let items = map.take("users", "Additional moderators, by name.")?.list(orSingle: true, diagnostics) {
            users = Set(items.compactMap { names.user($0, diagnostics) })
            areUsersOfClan = base != nil && !users.isEmpty
        }
        map.finish()
    }
}
