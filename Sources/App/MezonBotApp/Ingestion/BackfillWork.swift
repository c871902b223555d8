import ChatModel
import Logging
import MezonClient
import Storage

/// The events, gaps and requests that result from steps of the backfill. The events are appended together, so that no others come
/// between them.
struct BackfillWork {
    private(set) var events: [ReceivedEvent] = []
    private(set) var gaps: [HistoryGap] = []
    private(set) var requests: [HistoryPageRequest] = []

    /// - Parameter leavesGaps: Whether unreadable history is worth a later attempt.
    init(_ steps: [Backfill.Step], leavesGaps: Bool = true, logger: Logger) {
        for step in steps {
            switch step {
            case .append(let released): events += released
            case .fetch(let request): requests.append(request)
            case .filled(let channel, let count):
                if count > 0 {
                    logger.info("History gap filled", metadata: ["channel.id": "\(channel)", "backfill.messages": "\(count)"])
                }
            case .incomplete(let channel, let after, let before, let reason):
                if leavesGaps {
                    gaps.append(HistoryGap(channel: channel.id, clan: channel.clan, after: after, before: before))
                }
                logger.warning(
                    "History gap \(leavesGaps ? "not filled yet" : "abandoned"): history unavailable",
                    metadata: ["channel.id": "\(channel.id)", "backfill.reason": "\(reason)"])
            }
        }
    }
}
