import ChatModel
import EventProcessing
import Foundation
import MezonBotApp
import Storage

/// A row of the journal, as `mezon-bot journal list` prints it.
struct JournalRowView: Sendable {
    struct Step: Sendable {
        let who: String
        let what: String
        let why: String
        let hasReason: Bool
    }

    let sequence: Int64
    let day: String
    let time: String
    let kind: String
    let place: String
    let summary: String
    let isOwn: Bool
    let isLate: Bool
    let isPending: Bool
    let steps: [Step]
    let deliveries: [String]

    init(_ row: JournalListing.Row) {
        sequence = row.sequence
        day = row.day
        time = row.time
        kind = row.kind
        place = row.channel
        summary = row.summary
        isOwn = row.marks.contains("own")
        isLate = row.marks.contains("late")
        isPending = row.isPending
        steps = row.steps.map { Step(who: $0.who, what: $0.what, why: $0.why, hasReason: !$0.why.isEmpty) }
        deliveries = row.deliveries
    }
}
