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
    /// The decays of counters that ladders use.
    let decays: [String: CounterDecay]
    /// The scopes of counters, from their ladder or else from the first rule that names them.
    let counterScopes: [String: SubjectScope]
    /// A Boolean value that indicates whether any rule waits for an event.
    let awaitsEvents: Bool
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
        timeZone: TimeZone, sendsDirectMessages: Bool, decays: [String: CounterDecay], counterScopes: [String: SubjectScope],
        awaitsEvents: Bool, leaderboards: Set<String>, recentMessages: Int, headers: HeaderSchema, privateChannels: Set<ChannelID>
    ) {
        self.moderationChannel = moderationChannel
        self.moderators = moderators
        self.areUsersOfClan = areUsersOfClan
        self.prefix = prefix
        self.phrases = phrases
        self.timeZone = timeZone
        self.sendsDirectMessages = sendsDirectMessages
        self.decays = decays
        self.counterScopes = counterScopes
        self.awaitsEvents = awaitsEvents
        self.leaderboards = leaderboards
        self.recentMessages = recentMessages
        self.headers = headers
        self.privateChannels = privateChannels
    }

    /// Returns the scope of a counter for templates that do not give one.
    func scope(ofCounter name: String) -> SubjectScope { counterScopes[name] ?? [.user, .clan] }
}
