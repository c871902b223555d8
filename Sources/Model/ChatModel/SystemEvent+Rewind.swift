public import Foundation

extension SystemEvent {
    /// A request to take back what a rule did since a time. It carries everything that is taken back, so that each replay of the journal
    /// reproduces it.
    public struct Rewind: Hashable, Sendable, Codable {
        /// An entry of the rule state as it would be without the rule.
        package struct StateChange: Hashable, Sendable, Codable {
            /// The rule in shadow mode to which the entry belongs; empty for enforced state.
            package var mode: String
            package var kind: String
            package var name: String
            package var subject: String
            /// The value as JSON; nil if there would be no entry.
            package var value: String?
            /// The time after which the entry is absent; nil if it is kept.
            package var expiresAt: Date?

            package init(mode: String, kind: String, name: String, subject: String, value: String?, expiresAt: Date? = nil) {
                self.mode = mode
                self.kind = kind
                self.name = name
                self.subject = subject
                self.value = value
                self.expiresAt = expiresAt
            }
        }

        /// A scheduled job of a rule as it would be without the rewound one.
        package struct JobChange: Hashable, Sendable, Codable {
            /// The job's author: `rule:standup`.
            package var author: String
            package var name: String
            /// The job; nil if there would be none.
            package var job: ScheduledJob?

            package init(author: String, name: String, job: ScheduledJob?) {
                self.author = author
                self.name = name
                self.job = job
            }
        }

        /// A message of the rule that is deleted, a reaction that is removed, or a request that still waits to be sent and is withdrawn.
        package struct Removal: Hashable, Sendable, Codable {
            package var channel: ChannelID
            package var message: MessageID
            package var topic: TopicID
            /// The reaction; nil for the message itself.
            package var emoji: String?
            /// The author of the message with the reaction; zero for the rule's own message.
            package var author: UserID
            /// The request that is withdrawn; nil for what has been sent.
            package var delivery: DeliveryReference?

            package init(
                of message: MessageID, in channel: ChannelID, topic: TopicID = 0, emoji: String? = nil, author: UserID = 0
            ) {
                self.channel = channel
                self.message = message
                self.topic = topic
                self.emoji = emoji
                self.author = author
            }

            package init(withdrawing delivery: DeliveryReference, to destination: ChannelID) {
                self.init(of: 0, in: destination)
                self.delivery = delivery
            }
        }

        /// The rule's id.
        public var rule: String
        /// The time from which on the rule's actions are taken back.
        public var since: Date
        /// The clan in which they are taken back; zero if it is more than one.
        public var clan: ClanID
        package var state: [StateChange]
        package var jobs: [JobChange]
        /// The changes of the rule's cases, and the actions that reverse the measures in force.
        package var cases: [CaseChange]
        package var inverses: [MemberAction]
        package var removals: [Removal]
        /// The name of who asked: `command`, `console` or `assistant:claude`.
        public var by: String
        /// The time of the request.
        public var at: Date

        package init(
            of rule: String, since: Date, in clan: ClanID, state: [StateChange], jobs: [JobChange], cases: [CaseChange],
            inverses: [MemberAction], removals: [Removal], by name: String, at: Date
        ) {
            self.rule = rule
            self.since = since
            self.clan = clan
            self.state = state
            self.jobs = jobs
            self.cases = cases
            self.inverses = inverses
            self.removals = removals
            by = name
            self.at = at
        }

        /// The event without user data. Afterwards a replay no longer reproduces the state that it left.
        var redacted: Rewind {
            var event = self
            (event.state, event.jobs) = ([], [])
            return event
        }

        /// The event without the entries of the state and the jobs that mention a user.
        package func without(_ user: ErasedUser) -> Rewind {
            func mentions(_ text: String) -> Bool { text.contains("\(user.id)") || user.without(text) != text }
            var event = self
            event.state.removeAll { mentions($0.subject) || $0.value.map(mentions) ?? false }
            event.jobs.removeAll { mentions($0.name) || $0.job.map { $0.user == user.id || $0.note != .null } ?? false }
            return event
        }
    }
}
