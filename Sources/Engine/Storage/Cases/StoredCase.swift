package import ChatModel
package import Foundation

/// A stored measure of a case: the actions against a user and their status.
package struct StoredCase: Sendable, Hashable {
    package enum Status: Sendable, Hashable {
        case open
        /// The measure expired.
        case ended(Date)
        case undone(Date, by: String)
    }

    /// The result of an action that enforces the measure.
    package struct ActionResult: Sendable, Hashable {
        package var status: Delivery.Status
        package var reason: String?
        /// The channel of the action; zero if it concerns the clan as a whole.
        package var channel: ChannelID

        package init(status: Delivery.Status, reason: String? = nil, channel: ChannelID = 0) {
            self.status = status
            self.reason = reason
            self.channel = channel
        }

        package var wasRefused: Bool { [.failed, .dead, .skipped, .damaged].contains(status) }
    }

    /// The internal id of the measure, which users do not see.
    package var id: Int64
    /// The number of the case within its clan.
    package var number: Int64
    /// The entry that caused the measure.
    package var cause: Int64
    /// The author, for example `rule:flood`.
    package var author: String
    /// The revision of the rules that decided.
    package var version: String
    package var draft: CaseDraft
    package var createdAt: Date
    package var status: Status
    package var actionResults: [ActionResult]

    package init(
        id: Int64, number: Int64, cause: Int64, author: String, version: String, draft: CaseDraft, createdAt: Date,
        status: Status = .open, actionResults: [ActionResult] = []
    ) {
        self.id = id
        self.number = number
        self.cause = cause
        self.author = author
        self.version = version
        self.draft = draft
        self.createdAt = createdAt
        self.status = status
        self.actionResults = actionResults
    }

    package var isOpen: Bool { status == .open }

    package var isUndone: Bool { if case .undone = status { true } else { false } }

    /// A Boolean value that indicates whether actions were requested and all of them failed.
    package var hasFailed: Bool { !actionResults.isEmpty && actionResults.allSatisfy(\.wasRefused) }

    /// The actions that reverse the measure, without those for channels in which it failed.
    package var inverses: [MemberAction] {
        guard !actionResults.isEmpty else { return draft.inverses }
        if hasFailed { return [] }
        return draft.inverses.filter { inverse in
            guard let channel = inverse.channel else { return true }
            return actionResults.contains { $0.channel == channel && !$0.wasRefused }
        }
    }

    /// The failed actions of a measure that was partly enforced.
    package var refusedParts: [ActionResult] { hasFailed ? [] : actionResults.filter(\.wasRefused) }
}

/// The criteria of a case query. A nil property does not restrict the result.
package struct CaseFilter: Sendable, Hashable {
    /// The internal ids of measures.
    package var ids: [Int64]?
    package var clan: ClanID?
    /// The number of a case within its clan.
    package var number: Int64?
    package var user: UserID?
    /// The entry that caused the cases.
    package var cause: Int64?
    /// The author, for example `rule:flood`.
    package var author: String?
    package var since: Date?
    /// A Boolean value that restricts the result to cases that have neither ended nor been undone.
    package var isOpen = false
    /// A Boolean value that restricts the result to open cases with a deadline or a reversal. Deletions and warnings have neither.
    package var isInForce = false
    /// The time at which the cases must have expired.
    package var expiredBy: Date?
    /// The maximum number of newest cases, more than one plan should change.
    package var limit = 10_000

    package init() {}
}
