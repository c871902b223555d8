import ChatModel
import Foundation

/// Requests the messages that were sent while the bot was offline, page by page (draft/chathistory).
struct IRCHistory: Sendable {
    enum Next: Equatable {
        case request(String)
        /// All history was read.
        case complete
        /// There may be more, but no more is requested over this connection.
        case incomplete
    }

    private struct Progress {
        var pages = 1
        /// The label of the last request; nil if the network does not support labels.
        var label: String?
        /// The fallback request for a network that has dropped the message id.
        var fallback: String?
    }

    // The number of messages in a page if the server names no limit, and the maximum number of pages for one absence.
    static let page = 100
    static let maxPages = 50

    /// The requests in progress, by folded channel name.
    private var inProgress: [String: Progress] = [:]
    private var labels = 0

    /// Returns the first request for a channel.
    mutating func begin(
        _ channel: String, key: String, since known: HistoryCursor, features: IRCServerFeatures, isLabelled: Bool = false
    ) -> String {
        let byTime = "timestamp=\(IRCTimestamp.text(known.time))"
        guard let msgid = known.msgid, features.refersByMessageID else {
            return request(channel, key, Progress(), after: byTime, features, isLabelled)
        }
        return request(channel, key, Progress(fallback: byTime), after: "msgid=\(msgid)", features, isLabelled)
    }

    /// Returns the step after a page; nil if the page was not requested. Every line of the batch counts, because servers count them too.
    mutating func next(
        _ channel: String, key: String, after page: IRCBatches.Batch, label: String?, features: IRCServerFeatures
    ) -> Next? {
        guard var progress = inProgress[key], progress.label == nil || progress.label == label else { return nil }
        inProgress[key] = nil
        guard page.lines >= Self.limit(features) else { return .complete }
        guard progress.pages < Self.maxPages, let point = Self.point(behind: page, features) else { return .incomplete }
        progress.pages += 1
        progress.fallback = nil
        return .request(request(channel, key, progress, after: point, features, progress.label != nil))
    }

    /// Returns the step after a refusal; nil if nothing was requested.
    mutating func refused(_ channel: String, key: String, label: String?, features: IRCServerFeatures) -> Next? {
        guard var progress = inProgress[key], progress.label == nil || progress.label == label else { return nil }
        inProgress[key] = nil
        guard let fallback = progress.fallback else { return .incomplete }
        progress.fallback = nil
        return .request(request(channel, key, progress, after: fallback, features, progress.label != nil))
    }

    /// Ends the request of a channel that the bot has left.
    mutating func forget(key: String) { inProgress[key] = nil }

    private mutating func request(
        _ channel: String, _ key: String, _ progress: Progress, after point: String, _ features: IRCServerFeatures,
        _ isLabelled: Bool
    ) -> String {
        var progress = progress
        if isLabelled {
            labels += 1
            progress.label = "h\(labels)"
        }
        inProgress[key] = progress
        let prefix = progress.label.map { "@label=\($0) " } ?? ""
        return "\(prefix)CHATHISTORY AFTER \(channel) \(IRCText(point).text.filter { $0 != " " }) \(Self.limit(features))"
    }

    /// Returns the point from which to request the next page. If only the time is known, it is a millisecond earlier, because other
    /// messages may have the same time.
    private static func point(behind page: IRCBatches.Batch, _ features: IRCServerFeatures) -> String? {
        if features.refersByMessageID, let latest = page.latest { return "msgid=\(latest)" }
        guard let time = page.latestTime.flatMap(IRCTimestamp.date) else { return nil }
        return "timestamp=\(IRCTimestamp.text(time.addingTimeInterval(-0.001)))"
    }

    private static func limit(_ features: IRCServerFeatures) -> Int {
        features.historyMessages == 0 ? page : min(features.historyMessages, page)
    }
}
