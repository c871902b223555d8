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

    func validate() throws {
        let range = span()
        if let since = range.since, let until = range.until, since >= until {
            throw ValidationError("--since must be before --until")
        }
    }

    func span() -> ReplayRange {
        let now = SystemTime().now
        return ReplayRange(since: since?.date(before: now), until: until?.date(before: now))
    }
}
