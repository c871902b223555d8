import BotTesting
import ChatModel
import Foundation
import Testing

struct PostedPollTests {
    private static func poll(_ extras: [String: JSONValue], text: String = "", code: MessageCode = .poll) -> PostedPoll? {
        Message.make(content: Content(text, extras: extras), code: code).poll
    }

    @Test func `a poll of the server is read with its votes`() throws {
        let poll = try #require(
            Self.poll([
                "question": "Lunch?", "answers": [["index": 1, "label": "Bún"], ["index": 0, "label": "Phở"]],
                "answer_counts": [2, "1"], "total_votes": 3, "expire_at": 1_780_000_000, "type": 1, "poll_id": "77",
                "is_closed": true,
            ]))
        #expect(poll.answers.map(\.text) == ["Phở", "Bún"] && poll.answers.map(\.votes) == [2, 1])
        #expect(
            (poll.id, poll.question, poll.totalVotes, poll.isClosed, poll.allowsMultipleAnswers) == (77, "Lunch?", 3, true, true))
        #expect(poll.closesAt == Date(timeIntervalSince1970: 1_780_000_000))
    }

    @Test func `answers may be texts, and the question the text of the message`() throws {
        let poll = try #require(Self.poll(["answers": ["a", "b"]], text: "Which?"))
        #expect(poll.question == "Which?" && poll.answers.map(\.text) == ["a", "b"] && poll.closesAt == nil)
    }

    @Test func `an edit of a poll is read like the poll`() {
        #expect(Self.poll(["question": "q", "answers": ["a", "b"]], code: .update)?.question == "q")
    }

    @Test(
        arguments: [
            [:], ["answers": "a"], ["answers": []], ["answers": .array(Array(repeating: "a", count: 101))],
        ] as [[String: JSONValue]])
    func `what has no answers is no poll`(extras: [String: JSONValue]) {
        #expect(Self.poll(extras) == nil)
    }

    @Test(
        arguments: [
            ["answers": [["index": .integer(.min)], ["index": .integer(.max), "label": 5]]],
            ["answers": ["a"], "answer_counts": [.integer(.min)], "total_votes": .number(1e300)],
            ["answers": ["a"], "expire_at": .integer(.max)], ["answers": [.null, [[]]], "expire_at": -1],
        ] as [[String: JSONValue]])
    func `hostile values neither trap nor become votes`(extras: [String: JSONValue]) {
        let poll = Self.poll(extras)
        #expect(poll?.answers.allSatisfy { $0.votes == 0 } == true && poll?.totalVotes == 0 && poll?.closesAt == nil)
    }
}
