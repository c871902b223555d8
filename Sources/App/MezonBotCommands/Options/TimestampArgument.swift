import ArgumentParser
import ChatModel
import Foundation

/// A past time on the command line: a duration ago such as `7d`, a day (from midnight UTC), or an ISO 8601 time.
struct TimestampArgument: ExpressibleByArgument {
    private let time: PastTime

    init?(argument: String) {
        guard let time = PastTime(argument, in: .gmt) else { return nil }
        self.time = time
    }

    func date(before now: Date) -> Date { time.date(before: now) }
}
