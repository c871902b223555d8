import ChatModel
import MezonClient
import Testing

struct InteractionDeduplicatorTests {
    private static func click(_ extra: String = "red", isChoice: Bool = false, by user: UserID = 101) -> ButtonClick {
        ButtonClick(message: 7, channel: 1, button: "colour", user: user, messageAuthor: 2, extra: extra, isChoice: isChoice)
    }

    /// Returns for each click whether it is a repetition.
    private static func repeats(_ clicks: [(ButtonClick, Duration)]) -> [Bool] {
        var told = InteractionDeduplicator()
        return clicks.map { told.isDuplicate($0.0, at: $0.1) }
    }

    @Test(arguments: [true, false])
    func `a selection reported in both ways counts once, and selecting again counts as another`(choiceFirst: Bool) {
        let first = Self.click(isChoice: choiceFirst), second = Self.click(isChoice: !choiceFirst)
        let told: [(ButtonClick, Duration)] = [
            (first, .zero), (second, .milliseconds(3)), (first, .milliseconds(900)), (second, .milliseconds(901)),
        ]
        #expect(Self.repeats(told) == [false, true, false, true])
    }

    @Test(arguments: [
        (click(), Duration.zero), (click("blue", isChoice: true), .zero), (click(isChoice: true, by: 102), .zero),
        (click(isChoice: true), .seconds(3)),
    ])
    func `another button, option, user or a later click is not a repetition`(second: ButtonClick, after: Duration) {
        #expect(Self.repeats([(Self.click(), .zero), (second, after)]) == [false, false])
    }

    @Test func `a click without a value is not a selection`() {
        #expect(Self.repeats([(Self.click(""), .zero), (Self.click("", isChoice: true), .zero)]) == [false, false])
    }
}
