package import MezonModel

/// The users who count as moderators, for commands and buttons, and the channel in which errors are reported to them.
package struct ModerationSettings: Hashable, Sendable {
    /// The moderators' channel; `nil` to write to the log only.
    package var channel: ChannelID?
    package var roles: Set<RoleID> = []
    package var users: Set<UserID> = []
}

extension ModerationSettings {
    /// Reads the section.
    ///
    /// - Parameter base: The values of keys that are not given.
    init(
        _ node: ConfigNode?, over base: ModerationSettings = ModerationSettings(), names: NameRegistry,
        _ findings: DiagnosticCollector
    ) {
        self = base
        guard let node, var map = MapReader(node, "'moderation'", findings) else { return }
        if let node = map.take("channel", "The channel in which moderators are notified.") {
            channel = names.channel(node, findings)
        }
        if let items = map.take("roles", "The roles whose members are moderators.")?.list(orSingle: true, findings) {
            roles = Set(items.compactMap { names.role($0, findings) })
        }
        if let items = map.take("users", "Additional moderators, by name.")?.list(orSingle: true, findings) {
            users = Set(items.compactMap { names.user($0, findings) })
        }
        map.finish()
    }
}
