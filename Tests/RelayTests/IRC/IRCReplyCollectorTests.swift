import Testing

@testable import Relay

struct IRCReplyCollectorTests {
    @Test func `answers come back in the order of the questions, whichever comes first`() async {
        let answers = await withCheckedContinuation { continuation in
            let gathering = IRCReplyCollector(count: 3, continuation)
            gathering.take(.failure(.notConnected), at: 2)
            gathering.take(.success([]), at: 0)
            gathering.take(.failure(.notJoined("twice")), at: 0)
            gathering.take(.failure(.notConnected), at: 7)
            gathering.take(.success([IRCAcknowledgement(msgid: "m")]), at: 1)
        }
        #expect(answers == [.success([]), .success([IRCAcknowledgement(msgid: "m")]), .failure(.notConnected)])
    }

    @Test func `no question has no answer`() async {
        #expect(await withCheckedContinuation { _ = IRCReplyCollector(count: 0, $0) }.isEmpty)
    }
}
