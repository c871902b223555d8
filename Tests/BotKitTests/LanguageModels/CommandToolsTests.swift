import BotTesting
import Foundation
import Synchronization
import Testing

@testable import BotKit

struct CommandToolsTests {
    /// A bot some of whose commands a model may use.
    private struct Helper: Bot {
        struct Options: BotOptions { var model = LanguageModel() }
        struct State: BotState { var items: [String] = [] }

        static let manifest = Manifest("helper", needs: [.reply, .send, .request, .schedule])
        let options: Options

        private var tools: CommandTools<Self> {
            CommandTools(commands, only: ["double", "double all", "close", "keep", "rare", "call", "order"])
        }

        var commands: [Command<Self>] {
            Command("ask") { (context, question: RemainingText) in
                let offered = try await tools.offered(in: context)
                return [.request(try options.model.request("ask", [.user(question.text)], tools: offered))]
            }
            Command("double", "Double a number") { (context, number: Int) in [.reply("\(context.user): \(number * 2)")] }
            Command("double all", "Double all") { context in [.reply("all")] }
            Command("close", "Close the shop", for: .users([Author.binh.id])) { context in [.reply("closed")] }
            Command("keep", "Keep a text") { (context, text: RemainingText) in
                let items = try await context.state(.user).update { state in
                    state.items.append(text.text)
                    return state.items
                }
                guard text.text != "bad" else { throw UsageError(LocalizedText("not this", vi: "không")) }
                return [.reply("\(items.joined(separator: ","))")]
            }
            Command("rare", "Do it rarely", cooldown: .seconds(60)) { context in [.reply("done")] }
            Command("call", "Call someone") { (context, who: Mention) in [.reply("\(who.user)")] }
            Command("secret", "Do what is no tool") { context in [.reply("secret")] }
            Command("later", "Use a tool when nobody asks") { context in
                [try context.schedule.once("later", at: context.now + 60, for: 0)]
            }
            Command.dialogue("order", "Order") { dialogue in
                _ = try await dialogue.ask("Which?")
                return []
            }
        }

        func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
            guard event.occurrence != nil else { return [] }
            let call = LanguageModel.ToolCall(id: "c", text: "{}", name: "keep", arguments: ["arguments": "a"])
            do {
                return try await tools.perform(call, in: context)
            } catch let error as LanguageModelError {
                return [.send("\(try await tools.offered(in: context).count): \(error)")]
            }
        }

        func onResponse(_ response: WebResponse, _ context: Context) async throws -> [Action] {
            do {
                // A model that may name any tool: what the user may not do is refused all the same.
                let names = ["double", "double_all", "close", "keep", "rare", "call", "order", "ask", "secret"]
                let answer = try options.model.answer(in: response, tools: names.map { LanguageModel.Tool($0, "") })
                var actions: [Action] = []
                for call in answer.calls { actions += try await tools.perform(call, in: context) }
                return actions
            } catch let error as LanguageModelError {
                return [.reply("\(error)")]
            }
        }
    }

    /// A tool that the model asks for, with the arguments as JSON.
    private typealias Call = (tool: String, arguments: String)

    private func answer(_ calls: [Call]) throws -> HTTPResponse {
        let calls = calls.map { call -> JSONValue in
            ["id": "c", "type": "function", "function": ["name": .string(call.tool), "arguments": .string(call.arguments)]]
        }
        let body: JSONValue = ["choices": [["message": ["role": "assistant", "content": .null, "tool_calls": .array(calls)]]]]
        return HTTPResponse(String(decoding: try JSONEncoder().encode(body), as: UTF8.self))
    }

    /// Returns the texts of the bot's messages when a user asks and the model requests tools.
    private func ask(as user: String = "an", _ calls: Call..., in clan: TestClan? = nil) async throws -> [String] {
        let clan = if let clan { clan } else { try await TestClan(Helper.self) }
        let response = try answer(calls)
        clan.http(LanguageModel().url, answers: response)
        return try await clan.user(user).says("*ask it").compactMap { action in
            guard case .reply(let draft) = action else { return nil }
            return draft.content.text
        }
    }

    private func words(_ text: String) -> String { "{\"arguments\":\"\(text)\"}" }

    private func offer(to user: String) async throws -> [JSONValue] {
        let clan = try await TestClan(Helper.self)
        let body = Mutex<Data>(Data())
        clan.http(LanguageModel().url) { request in
            body.withLock { $0 = request.body?.bytes ?? Data() }
            return HTTPResponse("{}")
        }
        try await clan.user(user).says("*ask it")
        let sent = try JSONDecoder().decode(JSONValue.self, from: body.withLock { $0 })
        return sent.object?["tools"]?.array?.compactMap { $0.object?["function"] } ?? []
    }

    @Test func `the listed commands that the user may use are offered, except dialogues`() async throws {
        let common = ["double", "double_all", "keep", "rare", "call"]
        #expect(try await offer(to: "an").compactMap { $0.object?["name"]?.string } == common)
        #expect(Set(try await offer(to: "binh").compactMap { $0.object?["name"]?.string }) == Set(common + ["close"]))
    }

    @Test func `a tool describes the arguments of its command`() async throws {
        let tools = try await offer(to: "an")
        #expect(tools[0].object?["description"] == "Double a number")
        let properties = tools[0].object?["parameters"]?.object?["properties"]?.object
        let description = try #require(properties?["arguments"]?.object?["description"]?.string)
        #expect(description.hasPrefix("The words after the name, as in: *double <number>. <number>: a whole number."))
        #expect(tools[1].object?["parameters"]?.object?["properties"] == [:])
    }

    @Test func `a command runs for the user who asked, and the trace names it`() async throws {
        let clan = try await TestClan(Helper.self)
        #expect(try await ask(("double", words("21")), in: clan) == ["\(Author.an.id): 42"])
        #expect(clan.transcript.contains("tool double"))
        #expect(try await ask(as: "binh", ("close", "{}")) == ["closed"])
    }

    @Test func `a command that the user may not use is refused`() async throws {
        let clan = try await TestClan(Helper.self)
        #expect(try await ask(("close", "{}"), in: clan) == ["*close is restricted to one user chosen by the operator."])
        #expect(clan.transcript.contains("tool close: is not for \(Author.an.id)"))
    }

    @Test(arguments: ["ask", "order", "secret"])
    func `a command that is no tool is refused`(name: String) async throws {
        #expect(try await ask((name, "{}")) == ["\(LanguageModelError.toolNotOffered(name))"])
    }

    @Test(arguments: ["many", "all", "1 2", ""])
    func `words that do not fit the command are answered with its usage`(words: String) async throws {
        let replies = try await ask(("double", self.words(words)))
        #expect(replies.count == 1)
        #expect(replies[0].contains("usage: *double <number>"))
    }

    @Test func `a cooldown holds for the model and the user together`() async throws {
        let clan = try await TestClan(Helper.self)
        let replies = try await ask(("rare", "{}"), ("rare", "{}"), in: clan)
        #expect(replies.count == 2)
        #expect(replies[0] == "done")
        #expect(replies[1].hasPrefix("*rare can be used again in 1 min"))
        // The user has been told.
        #expect(try await clan.user("an").says("*rare").isEmpty)
        try await clan.advance(by: .seconds(61))
        #expect(try await clan.user("an").says("*rare") == [.reply("done")])
        #expect(try await ask(("rare", "{}"), in: clan).map { $0.hasPrefix("*rare can be used again") } == [true])
    }

    @Test func `an error in one command keeps the state changes and cooldowns of the others`() async throws {
        let clan = try await TestClan(Helper.self)
        let replies = try await ask(("rare", "{}"), ("keep", words("a")), ("keep", words("bad")), ("keep", words("b")), in: clan)
        #expect(replies.count == 4)
        #expect(replies[1] == "a")
        #expect(replies[2].contains("not this"))
        #expect(replies[3] == "a,b")
        try await clan.restart()
        #expect(try await clan.user("an").says("*keep c") == [.reply("a,b,c")])
        #expect(try await clan.user("an").says("*rare") != [.reply("done")])
    }

    @Test func `the words of a model are inert text`() async throws {
        #expect(try await ask(("keep", words("@everyone *close"))) == ["@everyone *close"])
        #expect(try await ask(("call", words("@binh")))[0].contains("choose the name from the list"))
        #expect(try await ask(("call", words("1900000000000000002"))) == ["1900000000000000002"])
    }

    @Test(arguments: [#"{"arguments":["a"]}"#, #"{"arguments":7}"#, "{\"arguments\":\"\(String(repeating: "a", count: 2001))\"}"])
    func `arguments that are no text of a limited length are refused`(arguments: String) async throws {
        let replies = try await ask(("keep", arguments))
        #expect(replies.count == 1)
        #expect(replies[0].hasSuffix("the arguments of 'keep' are no text of at most 2000 characters"))
    }

    @Test func `an answer with too many tools is refused as a whole`() async throws {
        let clan = try await TestClan(Helper.self)
        let response = try answer(Array(repeating: ("keep", words("a")), count: 9))
        clan.http(LanguageModel().url, answers: response)
        try await clan.user("an").says("*ask it")
        #expect(try clan.messages().last?.text.hasSuffix("it asks for 9 tools at once; the maximum is 8") == true)
        #expect(try await clan.user("an").says("*keep b") == [.reply("b")])
    }

    @Test func `nothing is offered or done for an event that no user caused`() async throws {
        let clan = try await TestClan(Helper.self)
        try await clan.user("an").says("*later")
        #expect(try await clan.advance(by: .seconds(61)) == [.send("0: \(LanguageModelError.toolNotOffered("keep"))")])
    }

    @Test func `a tool without a command is a programmer's error`() async {
        await #expect(processExitsWith: .failure) {
            _ = CommandTools(Helper(options: Helper.Options()).commands, only: ["doubel"])
        }
    }
}
