import BotTesting
import ChatModel
import Delivery
import Foundation
import Storage
import Testing

/// Tests answers that follow an edit of their command.
@Suite(.timeLimit(.minutes(15)))
struct DeliveryServiceAnswersTests: DeliveryServiceHarness {
    let testStore: TestStore
    private let question = Message.make(text: "*roll")
    private var edit: Message {
        var message = question
        message.code = .update
        message.content.text = "*roll 2d6"
        message.updatedAt += 5
        return message
    }

    init() async throws { testStore = try await TestStore() }

    private func ask(_ actions: [Action], about event: Event, _ message: Message) async throws {
        try await ask(try actions.map { try #require(ResolvedAction($0, for: event)) }, because: .make(message))
    }

    @Test(arguments: [false, true])
    func `editReply edits the author's answer, also when both are still queued`(isSentBefore: Bool) async throws {
        try await ask([.send("aside"), .reply("4")], about: .message(question), question)
        if isSentBefore {
            let sender = sender()
            try await running(sender) { await sender.wait(forArrivals: 2) }
        }
        try await ask([.editReply("7 + 1")], about: .edit(edit), edit)
        let sender = sender()
        try await running(sender) { await sender.wait(forArrivals: isSentBefore ? 1 : 3) }
        let lines = try await testStore.reader().lines(after: 0, limit: 1)
        let answer = try #require(lines.first?.deliveries.last?.message)
        let last = sender.arrivals.last
        #expect(last?.outgoing.request == .edit(answer, "7 + 1", topic: 0))
        #expect(try await outcomes() == ["sent", "sent", "sent"])
    }

    @Test func `editReply without an answer is skipped and reports no failure`() async throws {
        try await ask([.send("aside")], about: .message(question), question)
        try await ask([.editReply("7 + 1")], about: .edit(edit), edit)
        try await ask([.reply("end")], about: .message(.make()), .make())
        let sender = sender()
        try await running(sender) { await sender.wait(forArrivals: 2) }
        #expect(sender.arrivals.map(\.outgoing.request.kind) == ["send", "reply"])
        #expect(
            try await outcomes() == ["sent", "skipped: bot:test has no answer to \(question.id) to edit", "sent"])
        #expect(try await testStore.store.journal.entries(after: 0, limit: 10).map(\.kind) == ["message", "edit", "message"])
    }
}
