import BotConfiguration
import ChatModel
import Foundation

/// The configuration shared by all rules, for one clan.
final class RulePolicy: Sendable {
    /// The channel of `moderation`, which belongs to one clan. `alerts(_:)` returns the channel for a given event.
    let moderationChannel: ChannelID?
    let moderators: Moderators
    /// A Boolean value that indicates whether the users among the moderators were named for this clan alone.
    let areUsersOfClan: Bool
    let prefix: String
    let phrases: RuleMessages
    let timeZone: TimeZone
    /// A Boolean value that indicates whether any rule sends direct messages, so that users may opt out.
    let sendsDirectMessages: Bool
    /// The decays of counters.
    let decays: [String: CounterDecay]
    /// The values of decaying counters that trigger rules when they are reached from above.
    let falls: [String: Set<Comparison>]
    /// The names of roles in the configuration.
    let roleNames: [RoleID: String]
    /// The scopes of counters, from their description or ladder, or else from the first rule that names them.
    let counterScopes: [String: SubjectScope]
    /// A Boolean value that indicates whether any rule waits for an event.
    let awaitsEvents: Bool
    /// A Boolean value that indicates whether any rule uses the number of a user's cases.
    let countsCases: Bool
    /// The counters of which a rule shows the members with the highest counts.
    let leaderboards: Set<String>
    /// The largest number of a user's last messages that any rule uses.
    let recentMessages: Int
    /// The schema of headers before a message's text.
    let headers: HeaderSchema
    /// The channels that the configuration declares private.
    let privateChannels: Set<ChannelID>

    init(
        moderationChannel: ChannelID?, moderators: Moderators, areUsersOfClan: Bool, prefix: String, phrases: RuleMessages,
        timeZone: TimeZone, sendsDirectMessages: Bool, decays: [String: CounterDecay],
        falls: [String: Set<Comparison>], counterScopes: [String: SubjectScope], roleNames: [RoleID: String],
        awaitsEvents: Bool, countsCases: Bool, leaderboards: Set<String>, recentMessages: Int,
        headers: HeaderSchema, privateChannels: Set<ChannelID>
    ) {
        self.moderationChannel = moderationChannel
        self.moderators = moderators
        self.areUsersOfClan = areUsersOfClan
        self.prefix = prefix
        self.phrases = phrases
        self.timeZone = timeZone
        self.sendsDirectMessages = sendsDirectMessages
        self.decays = decays
        self.falls = falls
        self.roleNames = roleNames
        self.counterScopes = counterScopes
        self.awaitsEvents = awaitsEvents
        self.countsCases = countsCases
        self.leaderboards = leaderboards
        self.recentMessages = recentMessages
        self.headers = headers
        self.privateChannels = privateChannels
    }

    /// Returns the scope of a counter for templates that do not give one.
    func scope(ofCounter name: String) -> SubjectScope { counterScopes[name] ?? [.user, .clan] }
}
