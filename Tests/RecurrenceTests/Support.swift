import ChatModel
import Foundation
import Testing

@testable import Recurrence

extension Date {
    /// Parses `2026-03-29T01:00:00Z`.
    static func iso(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
}

extension CivilTime {
    /// Parses `2026-03-29 02:30`, with or without seconds.
    init(text: String) throws {
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        self = try #require(
            CivilTime(
                year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers.count > 3 ? numbers[3] : 0,
                minute: numbers.count > 4 ? numbers[4] : 0, second: numbers.count > 5 ? numbers[5] : 0))
    }
}

extension ZoneRules {
    static func named(_ name: String) throws -> ZoneRules { try #require(ZoneRules(named: name)) }
}

extension Schedule {
    /// Returns the local times of the occurrences after a time, up to the limit.
    func times(after text: String, limit: Int) throws -> [String] {
        let first = zone.instant(of: try CivilTime(text: text))
        return due(after: first, through: .distantFuture).prefix(limit).map { zone.civil(of: $0).description }
    }

    /// Returns the instants of the occurrences after an instant, up to the limit.
    func instants(after text: String, limit: Int) throws -> [String] {
        due(after: try .iso(text), through: .distantFuture).prefix(limit).map { $0.ISO8601Format() }
    }
}

/// Returns the message, the columns and the suggestion of an error.
func problem(_ read: () throws -> some Any) -> String {
    do {
        return "read as \(try read())"
    } catch let problem as ScheduleSyntaxError {
        return "\(problem.columns.lowerBound)..<\(problem.columns.upperBound) \(problem)"
    } catch {
        return "\(error)"
    }
}
