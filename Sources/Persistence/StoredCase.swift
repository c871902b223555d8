package import Foundation
package import MezonModel

/// One measure of a case as the store has it: what was done to somebody, and how it stands.
package struct StoredCase: Sendable, Hashable {
    package enum Status: Sendable, Hashable {
        case open
        /// Its time was over.
        case ended(Date)
        case undone(Date, by: String)
    }

    /// What became of an action by which it was done.
    package struct ActionResult: Sendable, Hashable {
        package var status: Delivery.Status
        package var reason: String?
        /// The channel in which it was to be done; zero for what concerns a clan as a whole.
        package var channel: ChannelID

        package init(status: Delivery.Status, reason: String? = nil, channel: ChannelID = 0) {
            self.status = status
            self.reason = reason
            self.channel = channel
        }

        package var wasRefused: Bool { [.failed, .dead, .skipped].contains(status) }
    }

    /// The number of the measure in the store, which people do not see.
    package var id: Int64
    /// The number of the case in its clan.
    package var number: Int64
    /// The entry that it was done about.
    package var cause: Int64
    /// Who did it: `rule:flood`.
    package var author: String
    /// The edition of the rules that decided.
    package var version: String
    package var draft: CaseDraft
    package var createdAt: Date
    package var standing: Status
    package var deeds: [ActionResult]

    package init(
        id: Int64, number: Int64, cause: Int64, author: String, version: String, draft: CaseDraft, createdAt: Date,
        standing: Status = .open,
        deeds: [ActionResult] = []
    ) {
        self.id = id
        self.number = number
        self.cause = cause
        self.author = author
        self.version = version
        self.draft = draft
        self.createdAt = createdAt
        self.standing = standing
        self.deeds = deeds
    }

    package var isOpen: Bool { standing == .open }

    package var isUndone: Bool { if case .undone = standing { true } else { false } }

    /// Whether something was asked for and nothing of it could be done.
    package var wasRefused: Bool { !deeds.isEmpty && deeds.allSatisfy(\.wasRefused) }

    /// The actions that take back what is in force: without the channels in which it could not be done.
    package var inverses: [MemberAction] {
        guard !deeds.isEmpty else { return draft.inverses }
        if wasRefused { return [] }
        return draft.inverses.filter { inverse in
            guard let channel = inverse.channel else { return true }
            return deeds.contains { $0.channel == channel && !$0.wasRefused }
        }
    }

    /// The parts that could not be done, where others could.
    package var refusedParts: [ActionResult] { wasRefused ? [] : deeds.filter(\.wasRefused) }
}

/// Which cases are meant; what is nil does not limit.
package struct CaseFilter: Sendable, Hashable {
    /// The numbers of measures in the store.
    package var ids: [Int64]?
    package var clan: ClanID?
    /// The number of a case in its clan.
    package var number: Int64?
    package var user: UserID?
    /// The entry that they are about.
    package var cause: Int64?
    /// `rule:flood`.
    package var author: String?
    package var since: Date?
    /// Only those that neither ended nor were undone.
    package var isOpen = false
    /// Only open ones that have an end to wait for or can be taken back: a deletion and a warning are done once they are made.
    package var isInForce = false
    /// Those whose time is over at this moment.
    package var over: Date?
    /// The newest so many: more than one plan should touch.
    package var limit = 10_000

    package init() {}
}
