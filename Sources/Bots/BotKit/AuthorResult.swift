package import ChatModel

/// The result of one author (a bot or a single rule) for one event.
package struct AuthorResult: Hashable, Sendable, Codable {
    /// The treatment of the remaining actions after one has failed.
    package enum OnError: String, Hashable, Sendable, Codable {
        /// The remaining actions are carried out.
        case `continue`
        /// The remaining actions are not carried out.
        case stop
        /// The action is one part of a step, which continues with the next action and ends with the first that is no part. The
        /// step fails only if all of its parts fail; the mode of its last action then applies to the actions after it.
        case part
    }

    /// The author's name, part of the outbox row's identity: `bot:echo`, `rule:greeting`.
    package var author: String
    package var actions: [Action]
    /// One mode per action, or empty if no action depends on another.
    package var onError: [OnError]
    /// The indices of the actions that notify moderators; nil for none.
    package var moderatorNotices: Set<Int>?
    /// The indices of the actions that ask a question whose answer the rule state waits for; nil for none.
    package var questions: Set<Int>?
    /// The cases to record about users, besides the actions.
    package var cases: [CaseDraft]
    /// The changes to cases that the turn makes. If all of these cases have ended by then, the whole result is discarded.
    package var caseChanges: [CaseChange]
    /// The system events caused by the result; they are appended to the journal with the turn.
    package var events: [SystemEvent]
    /// A Boolean value that indicates whether the result is traced but its actions are not carried out.
    package var isShadow: Bool
    /// The reason for the result, in one sentence.
    package var reason: String
    /// The text that the trace shows as the requested actions; if empty, their kinds.
    package var summary: String
    /// The topic that the result belongs to, if the event does not carry it, as for a press of a button.
    package var topic: TopicID?

    /// The actions that make up each step, as ranges of indices.
    package var steps: [Range<Int>] {
        var steps: [Range<Int>] = []
        var start = actions.startIndex
        for index in actions.indices
        where !onError.indices.contains(index) || onError[index] != .part || index == actions.count - 1 {
            steps.append(start..<index + 1)
            start = index + 1
        }
        return steps
    }

    package init(
        author: String, actions: [Action], onError: [OnError] = [], cases: [CaseDraft] = [], caseChanges: [CaseChange] = [],
        events: [SystemEvent] = [],
        isShadow: Bool = false, reason: String = "", summary: String = "", topic: TopicID? = nil
    ) {
        self.author = author
        self.actions = actions
        self.onError = onError
        self.cases = cases
        self.caseChanges = caseChanges
        self.events = events
        self.isShadow = isShadow
        self.reason = reason
        self.summary = summary
        self.topic = topic
    }
}

/// The result of a handler that decides without waiting.
package struct RuleDecision: Hashable, Sendable, Codable {
    package var results: [AuthorResult] = []
    /// The authors that evaluated the event and did not act, each with the reason.
    package var misses: [Miss] = []
    /// The reason for which later handlers may not see the event, or nil if they may.
    package var stops: String?
    /// The position of this decision among all; replaying decisions in this order gives the same results. Zero if no state was
    /// involved.
    package var ticket: Int64 = 0
    /// The revision of the rules that decided.
    package var version = ""
    /// A Boolean value that indicates whether the decision changed state. It is then stored separately if a later decision is
    /// stored before its turn.
    package var isRecorded = false
    /// The directory observations that the decision relied on, by their ids in the store.
    package var observations: [Int64] = []

    /// The names in stored JSON, which stay the same when a property is renamed.
    private enum CodingKeys: String, CodingKey {
        case results = "contributions"
        case misses = "misses"
        case stops = "stops"
        case ticket = "ticket"
        case version = "version"
        case isRecorded = "isRecorded"
        case observations = "sightings"
    }

    package struct Miss: Hashable, Sendable, Codable {
        package var author: String
        package var reason: String

        package init(author: String, reason: String) {
            self.author = author
            self.reason = reason
        }
    }

    package init(_ results: [AuthorResult] = [], version: String = "") {
        self.results = results
        self.version = version
    }
}

extension RuleDecision {
    /// Decodes a decision; one stored by an older build has no observations.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        results = try values.decode([AuthorResult].self, forKey: .results)
        misses = try values.decode([Miss].self, forKey: .misses)
        stops = try values.decodeIfPresent(String.self, forKey: .stops)
        ticket = try values.decode(Int64.self, forKey: .ticket)
        version = try values.decode(String.self, forKey: .version)
        isRecorded = try values.decode(Bool.self, forKey: .isRecorded)
        observations = try values.decodeIfPresent([Int64].self, forKey: .observations) ?? []
    }
}
