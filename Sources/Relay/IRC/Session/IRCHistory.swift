import Foundation
import MezonModel

/// Asks for what was said while we were away, page by page (draft/chathistory).
struct IRCHistory: Sendable {
    enum Next: Equatable {
        case ask(String)
        /// All is told.
        case whole
        /// There may be more, which is not asked for over this connection.
        case cutShort
    }

    private struct Reading {
        var pages = 1
        /// Of the last request; nil where the network knows no labels.
        var label: String?
        /// What to ask for where the network does not know the message any more after which we ask.
        var otherwise: String?
    }

    // A page's messages where the server names no limit, and how many pages make up for one absence.
    static let page = 100
    static let mostPages = 50

    /// By folded room.
    private var readings: [String: Reading] = [:]
    private var labels = 0

    /// The first request.
    mutating func begin(
        _ room: String, key: String, since known: HistoryCursor, support: IRCServerFeatures, isLabelled: Bool = false
    ) -> String {
        let byTime = "timestamp=\(IRCTimestamp.text(known.time))"
        guard let msgid = known.msgid, support.refersByMessageID else {
            return ask(room, key, Reading(), after: byTime, support, isLabelled)
        }
        return ask(room, key, Reading(otherwise: byTime), after: "msgid=\(msgid)", support, isLabelled)
    }

    /// What comes after a page; nil where it is none that was asked for. Its every line counts: a server counts them, too.
    mutating func next(
        _ room: String, key: String, after page: IRCBatches.Batch, label: String?, support: IRCServerFeatures
    ) -> Next? {
        guard var reading = readings[key], reading.label == nil || reading.label == label else { return nil }
        readings[key] = nil
        guard page.lines >= Self.limit(support) else { return .whole }
        guard reading.pages < Self.mostPages, let point = Self.point(behind: page, support) else { return .cutShort }
        reading.pages += 1
        reading.otherwise = nil
        return .ask(ask(room, key, reading, after: point, support, reading.label != nil))
    }

    /// What comes after a refusal; nil where nothing was asked for.
    mutating func refused(_ room: String, key: String, label: String?, support: IRCServerFeatures) -> Next? {
        guard var reading = readings[key], reading.label == nil || reading.label == label else { return nil }
        readings[key] = nil
        guard let otherwise = reading.otherwise else { return .cutShort }
        reading.otherwise = nil
        return .ask(ask(room, key, reading, after: otherwise, support, reading.label != nil))
    }

    /// We are not in the room any more.
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

    /// A moment earlier where only the time is known: others may have spoken in the same.
    private static func point(behind page: IRCBatches.Batch, _ support: IRCServerFeatures) -> String? {
        if support.refersByMessageID, let latest = page.latest { return "msgid=\(latest)" }
        guard let time = page.latestTime.flatMap(IRCTimestamp.date) else { return nil }
        return "timestamp=\(IRCTimestamp.text(time.addingTimeInterval(-0.001)))"
    }

    private static func limit(_ support: IRCServerFeatures) -> Int {
        support.historyMessages == 0 ? page : min(support.historyMessages, page)
    }
}
