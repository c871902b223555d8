package import MezonModel

/// Who counts as a moderator, for commands and buttons, and where moderators are told what went wrong.
package struct ModerationSettings: Hashable, Sendable {
    /// `nil` for nowhere but the log.
    package var channel: ChannelID?
    package var roles: Set<RoleID> = []
    package var users: Set<UserID> = []
}

extension ModerationSettings {
    init(_ node: ConfigNode?, names: NameRegistry, _ findings: DiagnosticCollector) {
        guard let node, var map = MapReader(node, "'moderation'", findings) else { return }
        channel = map.take("channel", "Where moderators read what failed and what was decided.").flatMap {
            names.channel($0, findings)
        }
        roles = Set(
            (map.take("roles", "Whoever has one of these roles is a moderator.")?.list(orSingle: true, findings) ?? [])
                .compactMap { names.role($0, findings) })
        users = Set(
            (map.take("users", "Moderators by themselves.")?.list(orSingle: true, findings) ?? [])
                .compactMap { names.user($0, findings) })
        map.finish()
    }
}
