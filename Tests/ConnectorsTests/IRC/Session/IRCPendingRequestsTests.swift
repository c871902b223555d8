import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCPendingRequestsTests {
    private let now = Duration.seconds(1)

    private func success(_ call: Int, _ receipts: IRCAcknowledgement...) -> IRCPendingRequests.Settled {
        IRCPendingRequests.Settled(call: call, result: .success(receipts))
    }

    private func failure(_ call: Int, _ error: IRCSendError) -> IRCPendingRequests.Settled {
        IRCPendingRequests.Settled(call: call, result: .failure(error))
    }

    /// Returns requests with these numbers of lines, sent without labels to one channel.
    private func written(_ lines: [Int]) -> IRCPendingRequests {
        var answers = IRCPendingRequests()
        for (call, count) in lines.enumerated() {
            answers.begin(call, channel: "#a", lines: count)
            for line in 0..<count { answers.written(call, line: line, label: nil, at: now) }
        }
        return answers
    }

    @Test func `a labeled request is answered once all its lines are, in line order`() {
        var answers = IRCPendingRequests()
        answers.begin(1, channel: "#a", lines: 2)
        for line in 0...1 { answers.written(1, line: line, label: "m\(line)", at: now) }
        #expect(answers.outstanding == 2)
        #expect(answers.echoed("m1", IRCAcknowledgement(msgid: "y"), at: now) == [])
        #expect(answers.echoed("m1", IRCAcknowledgement(msgid: "again"), at: now) == [])
        let both = success(1, IRCAcknowledgement(msgid: "x"), IRCAcknowledgement(msgid: "y"))
        #expect(answers.echoed("m0", IRCAcknowledgement(msgid: "x"), at: now) == [both])
        #expect(answers.outstanding == 0 && answers.waiting == 0)
    }

    @Test func `a refused line fails its request, and later replies are ignored`() {
        var answers = IRCPendingRequests()
        answers.begin(1, channel: "#a", lines: 2)
        for line in 0...1 { answers.written(1, line: line, label: "m\(line)", at: now) }
        #expect(answers.refused(label: "m0", code: "404", text: "no", at: now) == [failure(1, .refused(code: "404", text: "no"))])
        #expect(answers.echoed("m1", IRCAcknowledgement(), at: now) == [])
        #expect(answers.outstanding == 0)
    }

    @Test func `a PONG answers its group and all earlier ones`() {
        var answers = written([1])
        let first = answers.fence(at: now)
        #expect(answers.fence(at: now) == nil, "nothing is left to be asked about")
        answers.begin(9, channel: "#a", lines: 1)
        answers.written(9, line: 0, label: nil, at: now)
        let second = answers.fence(at: now)
        #expect([first, second] == ["mb-1", "mb-2"])
        #expect(answers.pongReceived("mb-7", at: now) == [])
        #expect(answers.pongReceived("mb-2", at: now) == [success(0, IRCAcknowledgement()), success(9, IRCAcknowledgement())])
        #expect(answers.pongReceived("mb-1", at: now) == [])
    }

    @Test(arguments: [
        ([1, 1], 2, IRCSendError.refused(code: "404", text: "no")), ([2], 1, .refused(code: "404", text: "no")),
        ([1, 1], 1, .ambiguous("1 of 2 lines were refused: no")),
    ])
    func `a channel error fails the lines it may refer to`(lines: [Int], errors: Int, error: IRCSendError) {
        var answers = written(lines)
        _ = answers.fence(at: now)
        for _ in 0..<errors { answers.refused(channel: "#a", code: "404", text: "no") }
        answers.refused(channel: "#b", code: "404", text: "of another room")
        #expect(answers.pongReceived("mb-1", at: now) == lines.indices.map { failure($0, error) })
    }

    @Test func `an overlong line error refers to the first waiting line`() {
        var answers = IRCPendingRequests()
        for call in 8...11 {
            answers.begin(call, channel: "#a", lines: 1)
            answers.written(call, line: 0, label: "m\(call)", at: now)
        }
        _ = answers.echoed("m8", IRCAcknowledgement(), at: now)
        #expect(answers.unread(code: "417", text: "long", at: now) == [failure(9, .refused(code: "417", text: "long"))])
        #expect(answers.unread(code: "417", text: "long", at: now) == [failure(10, .refused(code: "417", text: "long"))])
        #expect(answers.outstanding == 1)
    }

    @Test(arguments: [
        ([1], IRCSendError.refused(code: "417", text: "long")), ([2], .refused(code: "417", text: "long")),
        ([1, 1], .ambiguous("1 of 2 lines were refused: long")),
    ])
    func `without labels an overlong line error refers to any line before the next PONG`(lines: [Int], error: IRCSendError) {
        var answers = written(lines)
        _ = answers.fence(at: now)
        #expect(answers.unread(code: "417", text: "long", at: now) == [])
        #expect(answers.pongReceived("mb-1", at: now) == lines.indices.map { failure($0, error) })
    }

    @Test func `the reply deadline restarts with each sent line and each reply`() {
        var answers = IRCPendingRequests()
        #expect(answers.deadline == nil)
        answers.begin(1, channel: "#a", lines: 2)
        for line in 0...1 { answers.written(1, line: line, label: "m\(line)", at: .seconds(5)) }
        #expect(answers.deadline == .seconds(35))
        _ = answers.echoed("m0", IRCAcknowledgement(), at: .seconds(20))
        #expect(answers.deadline == .seconds(50))
        answers.restartTimeout(at: .seconds(40))
        #expect(answers.deadline == .seconds(70))
        _ = answers.echoed("m1", IRCAcknowledgement(), at: .seconds(45))
        #expect(answers.deadline == nil)
    }

    @Test func `on disconnect sent lines are ambiguous and unsent ones are not`() {
        var answers = written([1, 1])
        answers.begin(7, channel: "#a", lines: 1)
        #expect(
            answers.lost("gone", unwritten: [7]) == [
                failure(0, .ambiguous("gone")), failure(1, .ambiguous("gone")), failure(7, .notConnected),
            ])
        #expect(answers.waiting == 0 && answers.outstanding == 0 && answers.unfencedLines == 0)
    }

    @Test func `a forgotten request yields no result`() {
        var answers = written([1])
        _ = answers.fence(at: now)
        answers.forget(0)
        #expect(answers.pongReceived("mb-1", at: now) == [])
        #expect(answers.fail(0, .notConnected) == [])
    }
}
