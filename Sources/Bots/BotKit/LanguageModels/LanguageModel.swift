import Foundation

/// A client for servers with OpenAI's chat completions, as an option of a bot.
///
///     struct Options: BotOptions { var model = LanguageModel() }
///
///     // In a command, and in `onResponse`:
///     return [.request(try options.model.request("ask", [.system("Be brief."), .user(question.text)]))]
///     let answer = try options.model.answer(in: response)
///     return [.reply(Text { answer.text }.draft)]
///
/// The operator sets `url`, `name`, `key` and the limits under `model`, and allows the host under `http`. What a model writes is as
/// untrusted as what a user writes: `Text` sends it without markup and mentions.
public struct LanguageModel: Codable, Hashable, Sendable {
    /// The complete address of the chat completions.
    public var url = "https://api.openai.com/v1/chat/completions"
    /// The name of the model.
    public var name = "gpt-4o-mini"
    /// The key that is sent as a bearer token; empty for a server without keys.
    public var key = Secret("")
    /// The maximum length of an answer in tokens.
    public var maxTokens = 500
    /// The time limit of one attempt in seconds, at most 120.
    public var timeoutSeconds = 60

    private static var maxCalls: Int { 8 }  // Tools of one answer: each may be a message of its own.

    /// Creates a model with the default options.
    public init() {}

    /// A message of a conversation with a model.
    public struct Message: Codable, Hashable, Sendable {
        var role: String
        var content: String?
        var toolCalls: [RawCall]?
        var toolCallID: String?

        private enum CodingKeys: String, CodingKey {
            case role, content
            case toolCalls = "tool_calls"
            case toolCallID = "tool_call_id"
        }

        /// Creates the instructions for the model.
        public static func system(_ text: String) -> Message { Message(role: "system", content: text) }
        /// Creates a message of the user.
        public static func user(_ text: String) -> Message { Message(role: "user", content: text) }
        /// Creates an earlier answer of the model.
        public static func assistant(_ text: String) -> Message { Message(role: "assistant", content: text) }
        /// Creates the request of a model for tools, which precedes their results.
        public static func calls(_ calls: [ToolCall]) -> Message {
            Message(role: "assistant", toolCalls: calls.map(RawCall.init))
        }
        /// Creates the result of a tool.
        public static func result(_ text: String, of call: ToolCall) -> Message {
            Message(role: "tool", content: text, toolCallID: call.id)
        }
    }

    /// A function that the model may ask the bot to perform.
    public struct Tool: Codable, Hashable, Sendable {
        let name: String
        let description: String
        let parameters: JSONValue

        /// Creates a tool.
        ///
        /// - Parameters:
        ///   - name: The name: letters, digits, `_` and `-`.
        ///   - description: The purpose, for the model.
        ///   - parameters: The JSON schema of the arguments, an object.
        public init(_ name: String, _ description: String, parameters: JSONValue = ["type": "object", "properties": [:]]) {
            self.name = name
            self.description = description
            self.parameters = parameters
        }
    }

    /// A model's request to perform a tool.
    public struct ToolCall: Codable, Hashable, Sendable {
        let id: String
        /// The arguments as the model wrote them.
        let text: String
        /// The name of the tool, which is one of those that were offered.
        public let name: String
        /// The arguments, a JSON object as the model wrote it. It may not follow the schema.
        public let arguments: JSONValue
    }

    /// The answer of a model.
    public struct Answer: Hashable, Sendable {
        /// The text; empty if the model only asks for tools.
        public let text: String
        /// The tools that the model asks for.
        public let calls: [ToolCall]
        /// The number of tokens of question and answer, as far as the server reports it.
        public let tokens: Int?
    }

    /// Returns the request that sends a conversation to the model.
    ///
    /// - Parameters:
    ///   - name: The name by which the bot recognizes the response.
    ///   - messages: The conversation.
    ///   - tools: The tools that the model may ask for. Offer only what the user may do, and check it again before it is done.
    ///   - note: The data handed back with the response.
    /// - Throws: An encoding error if the note cannot be written as JSON or has more than 16 KiB.
    public func request(
        _ name: String, _ messages: [Message], tools: [Tool] = [], note: some Encodable = JSONValue.null
    ) throws -> WebRequest {
        let question = Question(
            model: self.name, messages: messages, maxTokens: maxTokens,
            tools: tools.isEmpty ? nil : tools.map { Question.OfferedTool(function: $0) })
        return try WebRequest(
            name, .post, url, headers: ["Authorization": "Bearer \(key)"], .json(question),
            timeout: .seconds(min(max(timeoutSeconds, 1), 120)), attempts: 3, note: note)
    }

    /// Returns the model's answer in a response.
    ///
    /// - Parameters:
    ///   - response: The outcome of a request of this client.
    ///   - tools: The tools that were offered.
    /// - Throws: `LanguageModelError`.
    public func answer(in response: WebResponse, tools: [Tool] = []) throws(LanguageModelError) -> Answer {
        guard let http = response.http else { throw .unreachable(response.failure ?? "") }
        guard http.isSuccess else { throw .refused(status: http.status) }
        let reply: Reply
        do {
            reply = try http.json()
        } catch {
            throw .unreadable("\(error)")
        }
        guard let message = reply.choices.first?.message else { throw .unreadable("it has no choice") }
        var calls: [ToolCall] = []
        let requested = message.toolCalls ?? []
        guard requested.count <= Self.maxCalls else {
            throw .unreadable("it asks for \(requested.count) tools at once; the maximum is \(Self.maxCalls)")
        }
        for call in requested {
            guard tools.contains(where: { $0.name == call.function.name }) else {
                throw .toolNotOffered(String(call.function.name.prefix(64)))
            }
            guard let arguments = call.arguments else {
                throw .unreadable("the arguments of '\(call.function.name)' are no JSON object")
            }
            calls.append(
                ToolCall(id: call.id, text: call.function.arguments, name: call.function.name, arguments: arguments))
        }
        let text = message.content ?? ""
        guard !text.isEmpty || !calls.isEmpty else { throw .unreadable("it is empty") }
        return Answer(text: text, calls: calls, tokens: reply.usage?.totalTokens)
    }
}

/// The reason why a model gave no answer.
@nonexhaustive
public enum LanguageModelError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The server did not respond, with the reason.
    case unreachable(String)
    /// The server refused the request.
    case refused(status: Int)
    /// The response is not the expected JSON.
    case unreadable(String)
    /// The model asked for a tool that it was not offered.
    case toolNotOffered(String)

    /// The error in one sentence, for the operator.
    public var description: String {
        switch self {
        case .unreachable(let reason): "the language model did not answer: \(reason)"
        case .refused(let status): "the language model's server responded with status \(status)"
        case .unreadable(let reason): "the language model's answer cannot be read: \(reason)"
        case .toolNotOffered(let name): "the language model asked for '\(name)', which it was not offered"
        }
    }
}

extension LanguageModel {
    struct RawCall: Codable, Hashable, Sendable {
        struct Function: Codable, Hashable, Sendable {
            var name: String
            var arguments: String
        }

        var id: String
        var type: String?
        var function: Function

        init(_ call: ToolCall) {
            id = call.id
            type = "function"
            function = Function(name: call.name, arguments: call.text)
        }

        /// The arguments; nil if they are not a JSON object.
        var arguments: JSONValue? {
            let value = try? JSONDecoder().decode(JSONValue.self, from: Data(function.arguments.utf8))
            return value?.object == nil ? nil : value
        }
    }

    private struct Question: Encodable {
        struct OfferedTool: Encodable {
            var type = "function"
            var function: Tool
        }

        var model: String
        var messages: [Message]
        var maxTokens: Int
        var tools: [OfferedTool]?

        private enum CodingKeys: String, CodingKey {
            case model, messages, tools
            case maxTokens = "max_tokens"
        }
    }

    private struct Reply: Decodable {
        struct Choice: Decodable { var message: Message }
        struct Usage: Decodable {
            var totalTokens: Int?

            private enum CodingKeys: String, CodingKey { case totalTokens = "total_tokens" }
        }

        var choices: [Choice]
        var usage: Usage?
    }
}
