package import BotConfig
package import MezonModel

/// A rule as `check` and start-up list it.
package struct RuleListing: Hashable, Sendable {
    package var id: String
    package var title: String
    package var mode: RuleMode
    package var place: Place
    package var needs: Set<Need>
    var scope: RuleScope

    package func applies(in channel: Channel) -> Bool { scope.contains(channel.id, of: channel.clan, channel) }
}
