import Foundation

/// Asks for what was said while we were away, page by page (draft/chathistory).
struct IRCHistory: Sendable {
    // A page's messages where the server names no limit, and how many pages make up for one absence.
    static let page = 100
    static let mostPages = 50

    /// By folded room.
    private var pages: [String: Int] = [:]

    /// The first request.
    mutating func begin(_ room: String, key: String, since known: IRCKnown, support: IRCSupport) -> String {
        pages[key] = 1
        let byID = known.msgid.flatMap { support.refersByMessageID ? "msgid=\($0)" : nil }
        return Self.request(room, after: byID ?? "timestamp=\(IRCMoment.text(known.time))", support)
    }

    /// The next one; `nil` where the last page was not full.
    mutating func next(_ room: String, key: String, after batch: IRCBatches.Batch, support: IRCSupport) -> String? {
        guard let count = pages[key] else { return nil }
        guard batch.messages >= Self.limit(support), let latest = batch.latest, support.refersByMessageID, count < Self.mostPages
        else {
            pages[key] = nil
            return nil
        }
        pages[key] = count + 1
        return Self.request(room, after: "msgid=\(latest)", support)
    }

    private static func request(_ room: String, after point: String, _ support: IRCSupport) -> String {
        "CHATHISTORY AFTER \(room) \(IRCText(point).text.filter { $0 != " " }) \(limit(support))"
    }

    private static func limit(_ support: IRCSupport) -> Int {
        support.historyMessages == 0 ? page : min(support.historyMessages, page)
    }
}
