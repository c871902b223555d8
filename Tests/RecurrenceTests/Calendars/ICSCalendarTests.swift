import ChatModel
import Foundation
import Testing

@testable import Recurrence

@Suite struct ICSCalendarTests {
    private static let folder = Bundle.module.url(forResource: "Corpus/calendars", withExtension: nil)

    private static let names: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder?.path ?? "")
        return (names ?? []).filter { $0.hasSuffix(".ics") }.map { String($0.dropLast(4)) }.sorted()
    }()

    private static func lines(of calendar: ICSCalendar) -> [String] {
        calendar.days.map { "\($0.isYearly ? "yearly" : "day") \($0.first)..\($0.last)" }
            + calendar.times.map { "time \($0.lowerBound.ISO8601Format())..\($0.upperBound.ISO8601Format())" }
            + calendar.problems.map { "problem \($0.line) \($0.message)" + ($0.suggestion.map { "; \($0)" } ?? "") }
    }

    private static func read(_ text: String) throws -> ICSCalendar {
        ICSCalendar(text, zone: try .named("Asia/Ho_Chi_Minh"), zones: ZoneRulesCache())
    }

    /// Each file of the corpus has a file with the expected result beside it.
    @Test(arguments: names)
    func `a calendar file yields days and times, and reports what it cannot read`(name: String) throws {
        let folder = try #require(Self.folder)
        let text = try String(contentsOf: folder.appending(path: name + ".ics"), encoding: .utf8)
        let expected = try String(contentsOf: folder.appending(path: name + ".txt"), encoding: .utf8)
        #expect(Self.lines(of: try Self.read(text)) == expected.split(separator: "\n").map(String.init))
    }

    @Test func `the calendar corpus is present`() { #expect(Self.names.count > 20) }

    @Test func `an oversized calendar is rejected`() throws {
        #expect(
            Self.lines(of: try Self.read(String(repeating: "x", count: ICSCalendar.maxTextLength + 1)))
                == ["problem 1 a calendar has at most 4 MiB"])
        let event = "BEGIN:VEVENT\nDTSTART:20260101\nEND:VEVENT\n"
        let calendar = try Self.read(String(repeating: event, count: ICSCalendar.maxEvents + 1))
        #expect(calendar.days.count == ICSCalendar.maxEvents)
        #expect(calendar.problems.map(\.message) == ["a calendar has at most 10000 events"])
        let daily = "BEGIN:VEVENT\nDTSTART:20260101\nRRULE:FREQ=DAILY;COUNT=10000\nEXDATE:20260102\nEND:VEVENT\n"
        let many = try Self.read(String(repeating: daily, count: 100))
        #expect(many.days.count < ICSCalendar.maxBusyIntervals + 10_000)
        #expect(many.problems.map(\.message) == ["a calendar has at most 50000 days and time ranges"])
    }

    @Test func `the number of calendar problems is limited`() throws {
        let text = String(repeating: "BEGIN:VEVENT\nEND:VEVENT\n", count: 1000)
        #expect(try Self.read(text).problems.count == ICSCalendar.maxProblems)
    }

    /// Mutates corpus files with bytes of other files.
    @Test func `mutated calendars do not crash the parser`() throws {
        let folder = try #require(Self.folder)
        let texts = try Self.names.filter { $0 != "endless" && $0 != "nested" }.map { name in
            Array(try String(contentsOf: folder.appending(path: name + ".ics"), encoding: .utf8).utf8)
        }.filter { $0.count > 10 }
        var seed: UInt64 = 11
        func drawn(below count: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % count
        }
        var read = 0
        for _ in 0..<200 {
            var bytes = texts[drawn(below: texts.count)]
            for _ in 0...drawn(below: 4) {
                let other = texts[drawn(below: texts.count)]
                let from = drawn(below: other.count - 8)
                let at = drawn(below: bytes.count - 8)
                bytes.replaceSubrange(at..<at + drawn(below: 8), with: other[from..<from + drawn(below: 8)])
            }
            let calendar = try Self.read(String(decoding: bytes, as: UTF8.self))
            read += calendar.days.count + calendar.times.count
        }
        #expect(read > 50)
    }
}
