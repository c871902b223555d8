import BotTesting
import Foundation
import Synchronization
import Testing

@testable import BotKit

struct ConversationTests {
    /// A bot whose model sees the results of its tools.
    private struct Talker: Bot {
        struct Options: BotOptions { var model = LanguageModel() }
        static let manifest = Manifest("talker", needs: [.reply, .ephemeral, .request])
        let options: Options

        private var tools: CommandTools<Self> { CommandTools(commands, only: ["count", "own", "long"]) }

        var commands: [Command<Self>] {
            Command("ask") { (context, question: RemainingText) in
                let conversation = LanguageModel.Conversation([.user(question.text)])
                return [.request(try options.model.request("ask", conversation, tools: try await tools.offered(in: context)))]
            }
            Command("count") { (context, number: Int) in [.reply("\(number + 1)")] }
            Command("own") { context in [.ephemeral("private", to: context.user)] }
            Command("long") { context in [.reply(Draft(String(repeating: "ơ", count: 3000)))] }
        }

        func onResponse(_ response: WebResponse, _ context: Context) async throws -> [Action] {
            let offered = try await tools.offered(in: context)
            do {
                let answer = try options.model.answer(in: response, tools: offered)
                let round = try await tools.perform(answer, to: response, in: context)
                var actions: [Action] = answer.text.isEmpty ? round.actions : [.reply(Draft(answer.text))] + round.actions
                if let next = round.next { actions.append(.request(try options.model.request("ask", next, tools: offered))) }
                return actions
            } catch let error as LanguageModelError {
                return [.reply("\(error)")]
            }
        }
    }

    private func calls(_ tool: String, _ words: String, text: String? = nil) throws -> HTTPResponse {
        let function: JSONValue = [
            "name": .string(tool), "arguments": .string(words.isEmpty ? "{}" : "{\"arguments\":\"\(words)\"}"),
        ]
        let message: JSONValue = [
            "role": "assistant", "content": text.map { .string($0) } ?? .null,
            "tool_calls": [["id": "c", "type": "function", "function": function]],
        ]
        let body: JSONValue = ["choices": [["message": message]]]
        return HTTPResponse(String(decoding: try JSONEncoder().encode(body), as: UTF8.self))
    }

    /// Returns the texts of the bot, and the bodies that the model received, if it answers with these responses, then with the last.
    private func talk(_ answers: [HTTPResponse], in clan: TestClan) async throws -> (texts: [String], bodies: [JSONValue]) {
        let bodies = Mutex<[Data]>([])
        clan.http(LanguageModel().url) { request in
            bodies.withLock { bodies in
                bodies.append(request.body?.bytes ?? Data())
                return answers[min(bodies.count, answers.count) - 1]
            }
        }
        let actions = try await clan.user("an").says("*ask it")
        let texts = actions.compactMap { if case .reply(let draft) = $0 { draft.content.text } else { nil } }
        return (texts, try bodies.withLock { try $0.map { try JSONDecoder().decode(JSONValue.self, from: $0) } })
    }

    private func messages(_ body: JSONValue?) -> [JSONValue] { body?.object?["messages"]?.array ?? [] }

    private static let end = HTTPResponse(#"{"choices":[{"message":{"role":"assistant","content":"the end"}}]}"#)

    @Test func `a model sees the results of its tools and goes on`() async throws {
        let clan = try await TestClan(Talker.self)
        let (texts, bodies) = try await talk([calls("count", "1", text: "so"), calls("count", "2"), Self.end], in: clan)
        #expect(texts == ["so", "2", "3", "the end"])
        #expect(bodies.count == 3)
        let last = messages(bodies.last)
        #expect(last.compactMap { $0.object?["role"]?.string } == ["user", "assistant", "tool", "assistant", "tool"])
        #expect(last.compactMap { $0.object?["content"]?.string } == ["it", "so", "2", "3"])
        #expect(last[2].object?["tool_call_id"] == "c")
    }

    @Test func `each request is made once, whatever happens between them`() async throws {
        let clan = try await TestClan(Talker.self)
        await clan.fail(commit: 2)
        await clan.fail(commit: 5)
        let bodies = try await talk([calls("count", "1"), Self.end], in: clan).bodies
        #expect(bodies.count == 2)
        #expect(try clan.messages().map(\.text) == ["*ask it", "2", "the end"])
    }

    @Test func `a model that never ends has four requests, and no tools in the last`() async throws {
        let clan = try await TestClan(Talker.self)
        let (texts, bodies) = try await talk([calls("count", "1")], in: clan)
        #expect(texts == ["2", "2", "2", "\(LanguageModelError.toolNotOffered("count"))"])
        #expect(bodies.map { $0.object?["tools"] != nil } == [true, true, true, false])
    }

    @Test func `a wrong call is answered with the usage, which the model can follow`() async throws {
        let bodies = try await talk([calls("count", "many"), Self.end], in: try await TestClan(Talker.self)).bodies
        #expect(messages(bodies.last).last?.object?["content"]?.string?.contains("usage: *count <number>") == true)
    }

    @Test func `a model does not see what a command shows to the user alone`() async throws {
        let clan = try await TestClan(Talker.self)
        let bodies = try await talk([calls("own", ""), Self.end], in: clan).bodies
        #expect(messages(bodies.last).last?.object?["content"] == "(shown to the user alone)")
        #expect(clan.ephemeralMessages(to: clan.user("an")).map(\.content.text) == ["private"])
    }

    @Test func `a conversation that grows too long ends`() async throws {
        let clan = try await TestClan(Talker.self)
        let long = String(repeating: "b", count: 5500)
        let (texts, bodies) = try await talk([calls("long", "", text: long)], in: clan)
        #expect(bodies.count == 2 && texts.count == 4)
        #expect(messages(bodies.last).last?.object?["content"]?.string?.utf8.count == 2000)
        #expect(clan.transcript.contains("the conversation is too long for another request"))
    }
}
