import BotTesting
import ChatModel
import MezonProtocol
import Storage
import Testing

/// Transfers of tokens that the server reports again.
struct TokenTransferIdentityTests {
    private func entry(_ transaction: String, to receiver: UserID = 9, amount: Int = 5, at store: TestStore) -> NewEntry {
        var envelope = RtEnvelope()
        envelope.tokenSentEvent.senderID = 5
        envelope.tokenSentEvent.receiverID = receiver.rawValue
        envelope.tokenSentEvent.amount = Int32(amount)
        envelope.tokenSentEvent.transactionID = transaction
        let transfer = TokenTransfer(sender: 5, receiver: receiver, amount: amount, transaction: transaction)
        return NewEntry(event: .tokenSent(transfer), frame: envelope.wireBytes, receivedAt: store.time.now)
    }

    private func kinds(_ store: TestStore) async throws -> [String] {
        try await store.store.journal.entries(after: 0, limit: 10).map(\.kind)
    }

    @Test func `a transaction is stored once, in one batch and in another`() async throws {
        let store = try await TestStore()
        try await store.store.journal.append([entry("t1", at: store), entry("t1", at: store)])
        try await store.store.journal.append([entry("t1", at: store), entry("t2", at: store)])
        #expect(try await kinds(store) == ["token-sent", "token-sent"])
    }

    @Test func `transfers without a transaction, and to others, are not confused`() async throws {
        let store = try await TestStore()
        try await store.store.journal.append([
            entry("", at: store), entry("", at: store), entry("t1", at: store), entry("t1", to: 8, at: store),
        ])
        #expect(try await kinds(store).count == 4)
    }
}
