package import MezonModel

/// What one author (a bot, a single rule) came to about one event.
package struct AuthorResult: Hashable, Sendable, Codable {
    /// What becomes of the actions after one that failed.
    package enum OnError: String, Hashable, Sendable, Codable {
        /// They are carried out all the same.
        case `continue`
        /// They are not.
        case stop
        /// It is one part of a step, which goes on with the next action, and ends with the first that is no part. The step fails where
        /// all of its parts do; the last one says what becomes of the actions after it.
        case part
    }

    /// Part of the outbox row's identity: `bot:echo`, `rule:greeting`.
    package var author: String
    package var actions: [Action]
    /// One for each action, or none at all where nothing depends on anything.
    package var onError: [OnError]
    /// What is written down about people, besides what is sent.
    package var cases: [CaseDraft]
    /// What becomes of cases with this turn. Where all of them are over by then, nothing of the contribution is done.
    package var caseChanges: [CaseChange]
    /// What happens in the house because of it: entries of the journal, appended with the turn.
    package var events: [SystemEvent]
    /// Set for a rule that decides and is traced, and whose actions go nowhere.
    package var isShadow: Bool
    /// Why it came out so, in one sentence.
    package var reason: String
    /// What the trace shows as asked for; the kinds of the actions where it is empty.
    package var summary: String
    /// The topic of what it is about, where the event itself does not tell: of a message of which something was pressed.
    package var topic: TopicID?

    /// The actions that make up each step, by their places.
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

/// What a participant that decides without waiting came to about one event.
package struct RuleDecision: Hashable, Sendable, Codable {
    package var contributions: [AuthorResult] = []
    /// Those who looked and did not act, with what said no.
    package var misses: [Miss] = []
    /// Set where nobody who comes later may see the event.
    package var stops: String?
    /// The place of this decision among all; decisions made again in this order come out the same. Zero where it remembers nothing.
    package var ticket: Int64 = 0
    /// Which edition of the rules decided.
    package var version = ""
    /// Whether it changed what is remembered. It is kept by itself then, where a later decision is on disk before its turn.
    package var isRecorded = false
    /// What it saw of people and places, by the numbers under which the store keeps it.
    package var sightings: [Int64] = []

    package struct Miss: Hashable, Sendable, Codable {
        package var author: String
        package var reason: String

        package init(author: String, reason: String) {
            self.author = author
            self.reason = reason
        }
    }

    package init(_ contributions: [AuthorResult] = [], version: String = "") {
        self.contributions = contributions
        self.version = version
    }
}

extension RuleDecision {
    /// Reads what an older build has kept, too: it saw nothing that was written down.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        contributions = try values.decode([AuthorResult].self, forKey: .contributions)
        misses = try values.decode([Miss].self, forKey: .misses)
        stops = try values.decodeIfPresent(String.self, forKey: .stops)
        ticket = try values.decode(Int64.self, forKey: .ticket)
        version = try values.decode(String.self, forKey: .version)
        isRecorded = try values.decode(Bool.self, forKey: .isRecorded)
        sightings = try values.decodeIfPresent([Int64].self, forKey: .sightings) ?? []
    }
}
