import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCReplyCollectorTests {
    @Test func `replies are returned in request order`() async {
        let answers = await withCheckedContinuation { continuation in
            let gathering = IRCReplyCollector(count: 3, continuation)
            gathering.record(.failure(.notConnected), at: 2)
            gathering.record(.success([]), at: 0)
            gathering.record(.failure(.notJoined("twice")), at: 0)
            gathering.record(.failure(.notConnected), at: 7)
            gathering.record(.success([IRCAcknowledgement(msgid: "m")]), at: 1)
        }
        #expect(answers == [.success([]), .success([IRCAcknowledgement(msgid: "m")]), .failure(.notConnected)])
    }

    @Test func `no requests yield no replies`() async {
        #expect(await withCheckedContinuation { _ = IRCReplyCollector(count: 0, $0) }.isEmpty)
    }
}
