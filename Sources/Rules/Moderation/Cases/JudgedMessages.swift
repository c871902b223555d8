package import ChatModel
import EventProcessing
import RuleEngine
package import Storage
package import TextClassification

/// The messages of a clan that moderators have judged, from which a classifier learns.
///
/// A message with a case is bad, unless the case was undone. A message about which moderators were asked and refused to act is clean,
/// if the rule that asked has opened cases.
package struct JudgedMessages: Sendable {
    /// The texts of the bad messages, of those whose cases were undone, and of those that moderators let stand.
    package private(set) var bad: [String] = []
    package private(set) var undone: [String] = []
    package private(set) var rejected: [String] = []
    /// A measure against a user because of an event.
    package struct Measure: Hashable, Sendable {
        /// The message of the event: of the user, or a command of somebody else.
        package var message: MessageID
        package var user: UserID
        package var isUndone: Bool
    }

    /// The measures of the cases that have a message.
    package private(set) var measures: Set<Measure> = []
    /// The messages that moderators let stand when they were asked.
    package private(set) var rejectedMessages: Set<MessageID> = []
    /// The clans of the cases.
    package private(set) var clans: Set<ClanID> = []
    /// The messages that have been judged.
    private var messages: Set<MessageID> = []
    /// The clans of the channels, as the directory knows them: a message may name another clan, which its sender has made up.
    private let clanOfChannel: [ChannelID: ClanID]

    /// The texts with their labels.
    package var texts: [TrainingText] {
        bad.map { TrainingText($0, isBad: true) } + (undone + rejected).map { TrainingText($0, isBad: false) }
    }

    private static let maxCases = 100_000

    /// Reads the judged messages of the cases that a filter selects.
    package init(_ reader: JournalReader, _ filter: CaseFilter) async throws {
        var filter = filter
        filter.limit = Self.maxCases
        clanOfChannel = Dictionary(try await reader.channels().map { ($0.id, $0.clan) }) { $1 }
        let cases = try await reader.cases(filter)
        clans = Set(cases.map(\.draft.clan))
        messages = Set(cases.flatMap { $0.draft.evidence.map(\.message) + [$0.draft.message] })
        measures = Set(
            cases.filter { !$0.draft.message.isNone }.map {
                Measure(message: $0.draft.message, user: $0.draft.user, isUndone: $0.isUndone)
            })
        addMessages(of: cases)
        try await addRejected(reader, askedBy: Set(cases.map(\.author)))
    }

    /// Adds each message with the label on which all of its measures agree.
    private mutating func addMessages(of cases: [StoredCase]) {
        var verdicts: [MessageID: (text: String, isUndone: Bool, isClear: Bool)] = [:]
        var order: [MessageID] = []
        for stored in cases {
            guard let evidence = stored.draft.evidence.first(where: { $0.message == stored.draft.message }),
                !evidence.text.isEmpty
            else { continue }
            if let known = verdicts[evidence.message] {
                verdicts[evidence.message]?.isClear = known.isClear && known.isUndone == stored.isUndone
            } else {
                order.append(evidence.message)
                verdicts[evidence.message] = (evidence.text, stored.isUndone, true)
            }
        }
        for verdict in order.compactMap({ verdicts[$0] }) where verdict.isClear {
            if verdict.isUndone { undone.append(verdict.text) } else { bad.append(verdict.text) }
        }
    }

    private mutating func addRejected(_ reader: JournalReader, askedBy authors: Set<String>) async throws {
        for (_, trace) in try await reader.traces(containing: SettledQuestion.mark) {
            for step in trace.steps where authors.contains(step.who) {
                guard let answer = SettledQuestion(summary: step.what, reason: step.why), !answer.isApproved, answer.isByPerson,
                    case .message(let message) = try await reader.entry(answer.cause)?.event, !message.text.isEmpty,
                    clanOfChannel[message.channel].map(clans.contains) ?? false, messages.insert(message.id).inserted
                else { continue }
                rejected.append(message.text)
                rejectedMessages.insert(message.id)
            }
        }
    }

    /// Returns the newest messages of a clan without a case, as examples of clean ones.
    ///
    /// - Parameter me: The bot's own account, whose messages are left out.
    package func cleanTexts(_ archive: ArchiveReader, of clan: ClanID, upTo count: Int, except me: UserID) async throws
        -> [String]
    {
        var search = MessageSearch()
        search.limit = 1000
        var texts: [String] = []
        while texts.count < count {
            let page = try await archive.page(search)
            for hit in page.hits
            where clanOfChannel[hit.channel] == clan && hit.author != me && hit.since == nil && !hit.text.isEmpty {
                if !messages.contains(hit.message), texts.count < count { texts.append(hit.text) }
            }
            guard let next = page.next else { break }
            search.before = next
        }
        return texts
    }
}
