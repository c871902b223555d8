import ArgumentParser
import Foundation

/// A past time on the command line: a duration ago such as `7d`, a day (from midnight UTC), or an ISO 8601 time.
enum TimestampArgument: ExpressibleByArgument {
    case ago(DurationArgument)
    case at(Date)

    init?(argument: String) {
        if let age = DurationArgument(argument: argument) {
            self = .ago(age)
        } else if let moment = try? Date(argument, strategy: .iso8601) {
            self = .at(moment)
        } else if let day = try? Date(argument, strategy: .iso8601.year().month().day()) {
            self = .at(day)
        } else {
            return nil
        }
    }

    func date(before now: Date) -> Date {
        switch self {
        case .ago(let age): age.before(now)
        case .at(let date): date
        }
    }
}
