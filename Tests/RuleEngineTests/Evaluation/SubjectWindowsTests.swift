import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct SubjectWindowsTests {
    @Test func `subjects that fell silent are dropped, and no others`() {
        let start = ConditionTestHarness.start
        var windows = SubjectWindows(WindowSpec(of: .message, within: 10, per: .user))
        func note(_ user: Int, at second: Double) {
            let now = start + second
            windows.note(
                SlidingWindows.Occurrence(at: now, amount: 1, message: MessageID(Int64(second)), channel: 11),
                of: WindowSubject(.user, user: UserID(Int64(user)), channel: 11, clan: 1), arriving: now)
        }
        for user in 1...100 { note(user, at: Double(user)) }
        note(1, at: 5000)
        #expect(windows.count == 100)
        // Two hours and ten seconds after the first fifty.
        windows.dropSilent(at: start + 7260.5)
        #expect(windows.count == 51)
        windows.dropSilent(at: start + 7310.5)
        #expect(windows.count == 1)
        // Two hours and ten seconds after the last one was found active.
        windows.dropSilent(at: start + 14_470)
        #expect(windows.count == 1)
        windows.dropSilent(at: start + 14_471)
        #expect(windows.count == 0)
    }
}
