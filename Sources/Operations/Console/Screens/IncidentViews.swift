import ChatModel
import Foundation
import MezonBotApp
import Moderation
import RuleEngine
import Storage

/// The newest cases, as `mezon-bot cases list` prints them.
struct IncidentsView: Sendable {
    struct Row: Sendable {
        let href: String
        let reference: String
        let at: String
        let userName: String
        let place: String
        let author: String
        let measures: String
        let standing: String
        let standingText: String
    }

    /// The cases about one message; those without one stand alone.
    struct Group: Sendable {
        let excerpt: String
        let hasExcerpt: Bool
        let rows: [Row]
    }

    /// A question of a rule that waits for moderators.
    struct Question: Sendable {
        let name: String
        let author: String
        let place: String
        let text: String
        let askedAt: String
        let expiresAt: String
        let expires: Bool
        let cause: Int64
        let hasCause: Bool
        let approval: String
        let rejection: String
    }

    let questions: [Question]
    let hasQuestions: Bool
    let groups: [Group]
    let isEmpty: Bool
    let count: Int
    let onlyOpen: Bool
}

/// A case with its measures and evidence.
struct IncidentView: Sendable {
    struct Measure: Sendable {
        let id: Int64
        let kind: String
        let reason: String
        let standing: String
        let standingText: String
        let until: String
        let expires: Bool
        let undoneBy: String
        let wasUndone: Bool
        let refusals: [String]
        let isReversible: Bool
    }

    struct Message: Sendable {
        let at: String
        let text: String
        let attachments: [String]
    }

    let reference: String
    let action: String
    let at: String
    let userName: String
    let user: String
    let place: String
    let author: String
    let cause: Int64
    let standing: String
    let standingText: String
    let measures: [Measure]
    let evidence: [Message]
    let hasEvidence: Bool
    /// The lines that `mezon-bot cases undo` prints before it acts.
    let plan: [String]
    let canUndo: Bool
    /// A Boolean value that indicates whether a test can be made of it. It contains whatever the rules do, in other clans too.
    let canTest: Bool
    /// A Boolean value that indicates whether a part can be undone alone.
    let hasParts: Bool
}

extension ConsoleContext {
    private static let maxIncidents = 100

    func incidents(onlyOpen: Bool, _ texts: Texts) async throws -> IncidentsView {
        var filter = CaseFilter()
        filter.isInForce = onlyOpen
        filter.limit = Self.maxIncidents
        let incidents = try await incidents(filter)
        let questions = try await questions(texts)
        let listing = CaseListing(try await reader.names(in: incidents.flatMap(\.measures)), in: zone)
        var groups: [IncidentsView.Group] = []
        var rows: [CaseListing.Row] = []
        func close() {
            guard let first = rows.first else { return }
            let excerpt = first.evidence.last.map { String($0.text.prefix(200)) } ?? ""
            groups.append(
                .init(excerpt: excerpt, hasExcerpt: !excerpt.isEmpty, rows: rows.map { .init($0, in: zone, texts) }))
            rows = []
        }
        for row in incidents.reversed().map(listing.row) {
            if let last = rows.last, last.message.isNone || last.message != row.message { close() }
            rows.append(row)
        }
        close()
        return IncidentsView(
            questions: questions, hasQuestions: !questions.isEmpty, groups: groups, isEmpty: groups.isEmpty,
            count: incidents.count, onlyOpen: onlyOpen)
    }

    /// The newest cases in the session's clans, oldest first.
    private func incidents(_ filter: CaseFilter) async throws -> [Incident] {
        guard case .clans(let clans) = scope else { return try await reader.incidents(filter) }
        var found: [Incident] = []
        for clan in clans.sorted() {
            var filter = filter
            filter.clan = clan
            found += try await reader.incidents(filter)
        }
        found.sort { ($0.measures.first?.id ?? 0) < ($1.measures.first?.id ?? 0) }
        return Array(found.suffix(filter.limit))
    }

    /// The open questions in the session's clans.
    func openQuestions() async throws -> [OpenQuestion] {
        try await reader.openQuestions(in: places())
    }

    private func questions(_ texts: Texts) async throws -> [IncidentsView.Question] {
        let listing = QuestionListing(try await names(), in: zone)
        return try await openQuestions().map(listing.row).map { row in
            .init(
                name: row.name, author: row.author, place: row.channel, text: row.text, askedAt: row.askedAt.stamp(in: zone),
                expiresAt: row.expiresAt?.stamp(in: zone) ?? "", expires: row.expiresAt != nil, cause: row.entry ?? 0,
                hasCause: row.entry != nil, approval: Self.actions(row.approve, texts), rejection: Self.actions(row.reject, texts)
            )
        }
    }

    private static func actions(_ kinds: [String], _ texts: Texts) -> String {
        kinds.isEmpty ? texts["question_nothing"] : kinds.joined(separator: ", ")
    }

    /// - Throws: `ScreenError.notFound`.
    func incident(_ number: Int64, of clan: ClanID, _ texts: Texts) async throws -> IncidentView {
        guard scope.contains(clan), let incident = try await reader.incident(number, of: clan) else {
            throw ScreenError.notFound
        }
        let listing = CaseListing(try await reader.names(in: incident.measures), in: zone)
        let reversal = Reversal(
            incident.measures, known: try await reader.cases(ofUsersIn: incident.measures), at: access.time.now)
        let enforced = access.configuration().rules.enforced
        let row = listing.row(incident)
        return IncidentView(
            reference: row.reference, action: "/incidents/\(clan)/\(number)/undo", at: row.createdAt.stamp(in: zone),
            userName: row.userName, user: "\(row.user)", place: row.channel, author: row.author, cause: row.cause,
            standing: row.standing, standingText: texts["standing_\(row.standing)"],
            measures: row.measures.map { .init($0, in: zone, texts) },
            evidence: row.evidence.map { .init(at: $0.at.stamp(in: zone), text: $0.text, attachments: $0.attachments) },
            hasEvidence: !row.evidence.isEmpty, plan: listing.plan(reversal, enforced: enforced),
            canUndo: !reversal.ending.isEmpty, canTest: scope.isEverything, hasParts: row.measures.count { $0.isReversible } > 1)
    }
}

extension IncidentsView.Row {
    fileprivate init(_ row: CaseListing.Row, in zone: TimeZone, _ texts: Texts) {
        href = "/incidents/\(row.clan)/\(row.number)"
        reference = row.reference
        at = row.createdAt.stamp(in: zone)
        userName = row.userName
        place = row.channel
        author = row.author
        measures = row.measures.map(\.kind).joined(separator: ", ")
        standing = row.standing
        standingText = texts["standing_\(row.standing)"]
    }
}

extension IncidentView.Measure {
    fileprivate init(_ measure: CaseListing.Row.Measure, in zone: TimeZone, _ texts: Texts) {
        id = measure.id
        kind = measure.kind
        reason = measure.reason
        standing = measure.standing
        // Its case was undone; the message stays deleted, and the user has left.
        let stays = measure.undoneBy != nil && Reversal.isIrreversible(measure.kind)
        standingText = texts[stays ? "standing_irreversible" : "standing_\(measure.standing)"]
        until = measure.until?.stamp(in: zone) ?? ""
        expires = measure.until != nil
        undoneBy = measure.undoneBy ?? ""
        wasUndone = measure.undoneBy != nil && !stays
        refusals = measure.refusals
        isReversible = measure.isReversible
    }
}
