import MezonModel
import MezonSocket
import Testing

struct InteractionDeduplicatorTests {
    private static func click(_ extra: String = "red", isChoice: Bool = false, by user: UserID = 101) -> ButtonClick {
        ButtonClick(message: 7, channel: 1, button: "colour", user: user, messageAuthor: 2, extra: extra, isChoice: isChoice)
    }

    /// For each click in turn, whether it is a repetition.
    private static func repeats(_ clicks: [(ButtonClick, Duration)]) -> [Bool] {
        var told = InteractionDeduplicator()
        return clicks.map { told.repeats($0.0, at: $0.1) }
    }

    @Test(arguments: [true, false])
    func `a choice that is told of in both ways is one, and the same chosen again another`(choiceFirst: Bool) {
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
    func `another press, another choice, another person or a later one is another`(second: ButtonClick, after: Duration) {
        #expect(Self.repeats([(Self.click(), .zero), (second, after)]) == [false, false])
    }

    @Test func `a press that carries nothing is no choice`() {
        #expect(Self.repeats([(Self.click(""), .zero), (Self.click("", isChoice: true), .zero)]) == [false, false])
    }
}
