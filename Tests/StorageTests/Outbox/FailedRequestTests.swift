import BotTesting
import ChatModel
import Testing

@testable import Storage

struct FailedRequestTests {
    private func results(_ outcomes: [WebResponse.Outcome], in testStore: TestStore) async throws {
        let store = try testStore.store
        let now = testStore.time.now
        let message = Message.make(in: .general, id: 11)
        try await store.journal.append([.make(message)])
        let deliveries = outcomes.indices.map {
            NewDelivery(author: "bot:asker", ordinal: $0, destination: Channel.general.id, payload: [1])
        }
        try await store.turns.commit([Turn(sequence: 1, trace: Trace([]), deliveries: deliveries)])
        let request = try WebRequest("ask", .get, "https://a.example/?secret", note: 1)
        let outgoing = try #require(AddressedWebRequest(request, for: .message(message), in: 0))
        try await store.outbox.settle(
            outcomes.enumerated().map { index, outcome in
                let id = Int64(index + 1)
                let response = WebResponse(outcome, to: outgoing, as: id, by: "bot:asker", at: now)
                let isFailed = response.failure != nil
                return DeliveryResult(
                    delivery: id, outcome: isFailed ? .dead("no") : .sent(0), at: now, note: .response(response))
            })
    }

    @Test func `a web request without a response leaves a dead letter of the entry that caused it`() async throws {
        let testStore = try await TestStore()
        let answer = WebResponse.Outcome.response(HTTPResponse("no", status: 500))
        try await results([.failure("no host"), answer, .failure("given up")], in: testStore)
        let letters = try await testStore.store.reader.deadLetters(all: true)
        #expect(letters.map(\.sequence) == [1, 1])
        #expect(letters.map(\.author) == ["bot:asker", "bot:asker"])
        #expect(
            letters.map(\.reason) == ["the web request 'ask' failed: no host", "the web request 'ask' failed: given up"])
        try testStore.close()
    }
}
