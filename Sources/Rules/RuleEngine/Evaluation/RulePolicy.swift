import BotConfiguration
import ChatModel
import Foundation

/// The configuration shared by all rules, for one clan.
struct RulePolicy: Sendable {
    /// The channel of `moderation`, which belongs to one clan. `alerts(_:)` returns the channel for a given event.
    var moderationChannel: ChannelID?
    var moderators = Moderators()
    /// A Boolean value that indicates whether the users among the moderators were named for this clan alone.
    var areUsersOfClan = false
    var prefix = "*"
    var phrases = RuleMessages(.en)
    var timeZone = TimeZone.gmt
    /// A Boolean value that indicates whether any rule sends direct messages, so that users may opt out.
    var sendsDirectMessages = false
    /// The decays of counters that ladders use.
    var decays: [String: CounterDecay] = [:]
    /// The scopes of counters, from their ladder or else from the first rule that names them.
    var counterScopes: [String: SubjectScope] = [:]
    /// The largest number of a user's last messages that any rule uses.
    var recentMessages = 0
    /// The schema of headers before a message's text.
    var headers = HeaderSchema()
    /// The channels that the configuration declares private.
    var privateChannels: Set<ChannelID> = []

    /// Returns the scope of a counter for templates that do not give one.
    func scope(ofCounter name: String) -> SubjectScope { counterScopes[name] ?? [.user, .clan] }
}
