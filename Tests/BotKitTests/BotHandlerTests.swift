import BotKit
import BotTesting
import Foundation
import Testing

struct BotHandlerTests {
    private struct Answering: Bot {
        static let manifest = Manifest("answering", needs: [.reply])
        let options: NoOptions

        func precheck(_ message: Message) -> Verdict { message.text == "skip" ? .skip("asked to") : .pass }
        func prepare(_ message: Message, _ context: Context) -> String { "prepared \(message.text)" }
        func handle(_ message: Message, _ prepared: String, _ context: Context) -> [Action] {
            switch message.text {
            case "quiet": []
            case "greedy": [.reply("fine"), .delete()]
            default: [.reply(Draft(prepared))]
            }
        }
        func onEvent(_ event: Event, _ context: Context) -> [Action] { [.reply(Draft(event.kind))] }
    }

    private let context = EventContext(now: Date(timeIntervalSince1970: 0), me: Author.me.id)

    @Test func `a message passes through prepare to handle`() async throws {
        let results = try await results(to: .message(.make(text: "hi")))
        #expect(results == [AuthorResult(author: "bot:answering", actions: [.reply("prepared hi")])])
    }

    @Test func `an event other than a message is passed to onEvent`() async throws {
        let results = try await results(to: .edit(.make(text: "hi")))
        #expect(results == [AuthorResult(author: "bot:answering", actions: [.reply("edit")])])
    }

    @Test func `a bot without actions yields no result`() async throws {
        #expect(try await results(to: .message(.make(text: "quiet"))) == [])
    }

    @Test func `an action missing in the manifest fails the whole answer`() async {
        await #expect(throws: BotError.notInManifest(.delete)) { try await results(to: .message(.make(text: "greedy"))) }
    }

    @Test(arguments: [(false, false, Verdict.pass), (true, false, .skip("late")), (true, true, .pass)])
    func `a late message runs only bots that opted in`(isLate: Bool, runsLate: Bool, verdict: Verdict) throws {
        let handler = try Answering.initializer(options: .null, runsLate: runsLate)(BotRuntime())
        let context = EventContext(now: .distantPast, me: 1, isLate: isLate)
        #expect(handler.precheck(.make(text: "hi"), context) == verdict)
    }

    /// On Mezon the code has no such meaning.
    @Test(arguments: [
        (ChannelID(connection: "net", channel: "#a"), "", Verdict.skip("sent by a program, or not to be answered")),
        (ChannelID(connection: "net", channel: "#a"), "rule:a", .pass), (.general, "", .pass),
    ])
    func `automatic messages of other networks are not handled unless a rule runs the bot`(
        channel: ChannelID, asker: String, verdict: Verdict
    ) throws {
        let handler = try Answering.initializer(options: .null, runsLate: false)(BotRuntime())
        let context = asker.isEmpty ? context : context.requested(by: asker)
        #expect(handler.precheck(.make(text: "hi", in: channel, code: .automatic), context) == verdict)
    }

    private func results(to event: Event) async throws -> [AuthorResult] {
        let handler = try Answering.initializer(options: .null, runsLate: false)(BotRuntime())
        guard case .awaiting(let prepare, _) = handler.handle(event, in: context) else { return [] }
        return try await prepare()()
    }
}
