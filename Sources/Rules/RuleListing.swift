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
    /// The channels in which it shows something of what was said elsewhere.
    package var showsIn: [ChannelID]
    var scope: RuleScope

    /// Where it holds, if it names that; the first of several.
    package var channel: ChannelID? { scope.exampleChannel }
    package var clan: ClanID? { scope.exampleClan }

    /// A Boolean value that indicates whether the operator knows that it shows content of private places elsewhere.
    package var allowsPrivateContent: Bool { scope.allowsPrivateContent }

    /// Returns whether the rule names a channel, so that what is said there may be shown elsewhere, also where it is private.
    package func names(_ channel: Channel) -> Bool { scope.names(channel.id, of: channel.clan, channel) }

    package func applies(in channel: Channel) -> Bool { scope.contains(channel.id, of: channel.clan, channel) }
}
