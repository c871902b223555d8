import ChatModel
import Foundation
import Testing

@testable import BotKit

struct LanguageModelTests {
    private let model = LanguageModel()
    private let dice = LanguageModel.Tool("roll", "Rolls dice")

    private func response(_ http: HTTPResponse) throws -> WebResponse {
        let request = try model.request("a", [.user("?")])
        let outgoing = try #require(
            AddressedWebRequest(request, for: .system(.started(at: Date(timeIntervalSince1970: 0))), in: 0))
        return WebResponse(.response(http), to: outgoing, as: 1, by: "bot:b", at: Date(timeIntervalSince1970: 0))
    }

    private func call(_ name: String, _ arguments: String) -> HTTPResponse {
        HTTPResponse(
            """
            {"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function",
            "function":{"name":"\(name)","arguments":"\(arguments)"}}]}}],"usage":{"total_tokens":12}}
            """)
    }

    @Test func `an offered tool is called, and its result continues the conversation`() throws {
        let answer = try model.answer(in: response(call("roll", #"{\"sides\":6}"#)), tools: [dice])
        #expect(answer.calls.map(\.arguments) == [["sides": 6]])
        #expect(answer.tokens == 12)
        let next = try model.request("b", [.user("?"), .calls(answer.calls), .result("4", of: answer.calls[0])], tools: [dice])
        let body = String(decoding: try #require(next.body).bytes, as: UTF8.self)
        #expect(
            body.contains(#""tool_calls":[{"function":{"arguments":"{\"sides\":6}","name":"roll"},"id":"c1","type":"function"}]"#)
        )
        #expect(body.contains(#"{"content":"4","role":"tool","tool_call_id":"c1"}"#))
    }

    @Test func `a tool that was not offered is refused`() throws {
        let response = try response(call("ban", "{}"))
        #expect(throws: LanguageModelError.toolNotOffered("ban")) { try model.answer(in: response, tools: [dice]) }
    }

    @Test(arguments: ["[]", "{", ""])
    func `arguments that are no object are refused`(arguments: String) throws {
        let response = try response(call("roll", arguments))
        #expect(throws: LanguageModelError.self) { try model.answer(in: response, tools: [dice]) }
    }

    private struct Options: BotOptions { var model = LanguageModel() }

    @Test func `the operator's options reach the request`() throws {
        let given: JSONValue = [
            "model": [
                "url": "http://127.0.0.1:11434/v1/chat/completions", "name": "llama", "timeoutSeconds": "90",
                "key": .object([Secret.referenceKey: "${env:KEY}"]),
            ]
        ]
        let options = try Options.decode(from: given, secrets: ["${env:KEY}": Secret("k")])
        let request = try options.model.request("a", [.user("?")])
        #expect(request.url == "http://127.0.0.1:11434/v1/chat/completions")
        #expect(request.timeout == .seconds(90))
        #expect(request.headers["Authorization"]?.encodingProblem == nil)
        #expect(request.headers["Authorization"]?.resolved { $0 == "${env:KEY}" ? Secret("k") : nil } == Secret("Bearer k"))
    }

    @Test func `a budget is renewed with the day`() {
        var budget = DailyBudget()
        let taken = [(2, "a"), (2, "a"), (1, "a"), (.max, "a"), (3, "b")].map { budget.take($0, of: 3, on: $1) }
        #expect(taken == [true, false, true, false, true])
    }
}
