import BotTesting
import Testing

@testable import BotKit

struct TypingTrackerTests {
    @Test func `the typing indicator is shown once per activity longer than a second`() {
        let time = ManualTime()
        let board = TypingTracker(time: time)
        let quick = board.begin(in: 1)
        _ = board.begin(in: 2)
        time.advance(by: .milliseconds(500))
        _ = board.begin(in: 2)
        board.end(quick)
        #expect(board.nextDue == .seconds(1))
        #expect(board.takeDue() == [])
        time.advance(by: .milliseconds(500))
        #expect(board.takeDue() == [2])
        #expect(board.nextDue == .milliseconds(1500))
        time.advance(by: .milliseconds(500))
        #expect(board.takeDue() == [2])
        #expect(board.nextDue == nil)
    }
}
