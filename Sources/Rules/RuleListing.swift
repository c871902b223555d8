package import BotConfig
package import MezonModel

/// A rule as `check` and start-up list it.
package struct RuleListing: Hashable, Sendable {
    package var id: String
    package var title: String
    package var mode: RuleMode
    package var place: SourcePosition
    package var needs: Set<PermissionRequirement>
    /// Whether somebody may set it off by hand.
    package var isManual: Bool
    /// The names of the commands that wake it, where it acts at all.
    package var commands: [String]
    var scope: RuleScope

    /// Where it holds, if it names that; the first of several.
    package var channel: ChannelID? { scope.exampleChannel }
    package var clan: ClanID? { scope.exampleClan }

    package func applies(in channel: Channel) -> Bool { scope.contains(channel.id, of: channel.clan, channel) }
}
