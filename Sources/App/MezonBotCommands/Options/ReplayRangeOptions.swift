import ArgumentParser
import ChatModel
import Foundation
import Replay

/// Options that select the reported part of the history.
struct ReplayRangeOptions: ParsableArguments {
    @Option(help: .since)
    var since: TimestampArgument?

    @Option(help: .until)
    var until: TimestampArgument?

    func span() -> ReplayRange {
        let now = SystemTime().now
        return ReplayRange(since: since?.date(before: now), until: until?.date(before: now))
    }
}
