import ChatModel
import Foundation

/// Requests the messages that were sent while the bot was offline, page by page (draft/chathistory).
struct IRCHistory: Sendable {
    enum Next: Equatable {
        case ask(String)
        /// All history was read.
        case whole
        /// There may be more, but no more is requested over this connection.
        case cutShort
    }

    private struct Reading {
        var pages = 1
        /// The label of the last request; nil if the network does not support labels.
        var label: String?
        /// The fallback request for a network that has dropped the message id.
        var otherwise: String?
    }

    // The number of messages in a page if the server names no limit, and the maximum number of pages for one absence.
    static let page = 100
    static let maxPages = 50

    /// The requests in progress, by folded channel name.
    private var readings: [String: Reading] = [:]
    private var labels = 0

    /// Returns the first request for a channel.
    mutating func begin(
        _ room: String, key: String, since known: HistoryCursor, support: IRCServerFeatures, isLabelled: Bool = false
    ) -> String {
        let byTime = "timestamp=\(IRCTimestamp.text(known.time))"
        guard let msgid = known.msgid, support.refersByMessageID else {
            return ask(room, key, Reading(), after: byTime, support, isLabelled)
        }
        return ask(room, key, Reading(otherwise: byTime), after: "msgid=\(msgid)", support, isLabelled)
    }

    /// Returns the step after a page; nil if the page was not requested. Every line of the batch counts, because servers count them too.
    mutating func next(
        _ room: String, key: String, after page: IRCBatches.Batch, label: String?, support: IRCServerFeatures
    ) -> Next? {
        guard var reading = readings[key], reading.label == nil || reading.label == label else { return nil }
        readings[key] = nil
        guard page.lines >= Self.limit(support) else { return .whole }
        guard reading.pages < Self.maxPages, let point = Self.point(behind: page, support) else { return .cutShort }
        reading.pages += 1
        reading.otherwise = nil
        return .ask(ask(room, key, reading, after: point, support, reading.label != nil))
    }

    /// Returns the step after a refusal; nil if nothing was requested.
    mutating func refused(_ room: String, key: String, label: String?, support: IRCServerFeatures) -> Next? {
        guard var reading = readings[key], reading.label == nil || reading.label == label else { return nil }
        readings[key] = nil
        guard let otherwise = reading.otherwise else { return .cutShort }
        reading.otherwise = nil
        return .ask(ask(room, key, reading, after: otherwise, support, reading.label != nil))
    }

    /// Ends the request of a channel that the bot has left.
    mutating func forget(key: String) { readings[key] = nil }

    private mutating func ask(
        _ room: String, _ key: String, _ reading: Reading, after point: String, _ support: IRCServerFeatures, _ isLabelled: Bool
    ) -> String {
        var reading = reading
        if isLabelled {
            labels += 1
            reading.label = "h\(labels)"
        }
        readings[key] = reading
        let lead = reading.label.map { "@label=\($0) " } ?? ""
        return "\(lead)CHATHISTORY AFTER \(room) \(IRCText(point).text.filter { $0 != " " }) \(Self.limit(support))"
    }

    /// Returns the point from which to request the next page. If only the time is known, it is a millisecond earlier, because other
    /// messages may have the same time.
    private static func point(behind page: IRCBatches.Batch, _ support: IRCServerFeatures) -> String? {
        if support.refersByMessageID, let latest = page.latest { return "msgid=\(latest)" }
        guard let time = page.latestTime.flatMap(IRCTimestamp.date) else { return nil }
        return "timestamp=\(IRCTimestamp.text(time.addingTimeInterval(-0.001)))"
    }

    private static func limit(_ support: IRCServerFeatures) -> Int {
        support.historyMessages == 0 ? page : min(support.historyMessages, page)
    }
}
