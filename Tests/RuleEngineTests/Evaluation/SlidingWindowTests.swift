import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct SlidingWindowTests {
    private static let start = ConditionTestHarness.start

    private static func occurrence(_ number: Int, at date: Date) -> SlidingWindows.Occurrence {
        SlidingWindows.Occurrence(at: date, amount: 1, message: MessageID(Int64(number + 1)), channel: 11)
    }

    @Test func `occurrences are dropped as they expire`() {
        var window = SlidingWindow(WindowSpec(of: .message, within: 60, per: .channel))
        var counts: [Int] = []
        for minute in 0..<600 {
            let now = Self.start + Double(minute) * 60
            window.note(Self.occurrence(minute, at: now), arriving: now)
            counts.append(window.count)
        }
        // Those of one minute, and of the two hours for which late events are awaited.
        #expect(counts == (0..<600).map { min($0 + 1, 122) })
        #expect(window.occurrences(until: Self.start + 599 * 60).count == 1)
    }

    @Test func `expired occurrences behind a late arrival are dropped with it`() {
        var window = SlidingWindow(WindowSpec(of: .message, within: 60, per: .channel))
        window.note(Self.occurrence(0, at: Self.start), arriving: Self.start)
        window.note(Self.occurrence(1, at: Self.start - 1800), arriving: Self.start + 3600)
        window.note(Self.occurrence(2, at: Self.start + 7261), arriving: Self.start + 7261)
        #expect(window.count == 3)
        window.note(Self.occurrence(3, at: Self.start + 10_861), arriving: Self.start + 10_861)
        #expect(window.count == 2)
    }

    @Test(arguments: [(nil, 2000), (12, 256)] as [(Int?, Int)])
    func `a window keeps no more than a quarter above what it counts`(shortest: Int?, most: Int) {
        let spec = WindowSpec(of: .message, within: 86_400, per: .clan, minSketchLength: shortest)
        var window = SlidingWindow(spec)
        var largest = 0
        for number in 0..<(3 * most) {
            let now = Self.start + Double(number)
            window.note(Self.occurrence(number, at: now), arriving: now)
            largest = max(largest, window.count)
        }
        #expect(largest < most + most / 4)
        let counted = window.occurrences(until: Self.start + 86_400)
        #expect(counted.map(\.message) == (2 * most..<3 * most).map { MessageID(Int64($0 + 1)) })
    }
}
