package import BotConfiguration
package import ChatModel

/// A rule as listed by `check` and at start-up.
package struct RuleListing: Hashable, Sendable {
    package var id: String
    package var title: String
    package var mode: RuleMode
    package var position: SourcePosition
    package var requiredPermissions: Set<PermissionRequirement>
    /// A Boolean value that indicates whether the rule can be triggered by hand.
    package var isManual: Bool
    /// The names of the commands that trigger the rule.
    package var commands: [String]
    /// The places where the rule shows parts of messages from other channels.
    package var exposures: [Exposure]
    var scope: RuleScope

    /// The first channel that the rule's scope names, if it names any.
    package var channel: ChannelID? { scope.exampleChannel }
    package var clan: ClanID? { scope.exampleClan }

    /// A Boolean value that indicates whether the operator knows that it shows content of private places elsewhere.
    package var allowsPrivateContent: Bool { scope.allowsPrivateContent }

    /// Returns a Boolean value that indicates whether the rule's scope names the channel. Messages of a named channel may be
    /// shown elsewhere, even if the channel is private.
    package func names(_ channel: Channel) -> Bool { scope.names(channel.id, of: channel.clan, channel) }

    package func applies(in channel: Channel) -> Bool { scope.contains(channel.id, of: channel.clan, channel) }
}
