package import MezonModel

/// Who counts as a moderator, for commands and buttons, and where moderators are told what went wrong.
package struct ModerationSettings: Hashable, Sendable {
    /// `nil` for nowhere but the log.
    package var channel: ChannelID?
    package var roles: Set<RoleID> = []
    package var users: Set<UserID> = []
}

extension ModerationSettings {
    /// - Parameter base: what holds for the keys that are not given.
    init(
        _ node: ConfigNode?, over base: ModerationSettings = ModerationSettings(), names: NameRegistry,
        _ findings: DiagnosticCollector
    ) {
        self = base
        guard let node, var map = MapReader(node, "'moderation'", findings) else { return }
        if let node = map.take("channel", "Where moderators read what failed and what was decided.") {
            channel = names.channel(node, findings)
        }
        if let items = map.take("roles", "Whoever has one of these roles is a moderator.")?.list(orSingle: true, findings) {
            roles = Set(items.compactMap { names.role($0, findings) })
        }
        if let items = map.take("users", "Moderators by themselves.")?.list(orSingle: true, findings) {
            users = Set(items.compactMap { names.user($0, findings) })
        }
        map.finish()
    }
}
