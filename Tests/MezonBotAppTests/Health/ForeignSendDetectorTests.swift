import ChatModel
import Testing

@testable import MezonBotApp

struct ForeignSendDetectorTests {
    @Test func `a message of the bot's account is checked once after a minute`() {
        var detector = ForeignSendDetector()
        detector.note(1, at: .zero)
        detector.note(2, at: .seconds(1))
        #expect(detector.due(at: .seconds(59)) == [])
        #expect(detector.due(at: .seconds(60)) == [1])
        #expect(detector.due(at: .seconds(61)) == [2])
        #expect(detector.due(at: .seconds(120)) == [])
    }

    @Test func `two messages unknown to the outbox raise a suspicion, and one does not`() {
        var detector = ForeignSendDetector()
        #expect(!detector.recordUnaccounted(1, at: .zero) && !detector.isSuspected)
        #expect(detector.recordUnaccounted(1, at: .seconds(1)) && detector.isSuspected)
        #expect(!detector.recordUnaccounted(5, at: .seconds(2)) && detector.isSuspected)
    }

    @Test func `a suspicion ends ten minutes after the last unknown message`() {
        var detector = ForeignSendDetector()
        _ = detector.recordUnaccounted(2, at: .zero)
        #expect(!detector.recordUnaccounted(0, at: .seconds(599)) && detector.isSuspected)
        #expect(detector.recordUnaccounted(0, at: .seconds(600)) && !detector.isSuspected)
    }

    @Test func `the number of pending checks is bounded`() {
        var detector = ForeignSendDetector()
        for id in 1...1000 as ClosedRange<Int64> { detector.note(MessageID(id), at: .zero) }
        #expect(detector.due(at: .seconds(60)).count == ForeignSendDetector.maximum)
    }
}
