import Foundation

extension LanguageModel {
    /// A conversation in which a model sees the results of the tools that it has asked for, and goes on.
    ///
    ///     // In the command that asks:
    ///     let conversation = LanguageModel.Conversation([.system("Be brief."), .user(question.text)])
    ///     return [.request(try options.model.request("ask", conversation, tools: try await tools.offered(in: context)))]
    ///
    ///     // In `onResponse`:
    ///     let offered = try await tools.offered(in: context)
    ///     let answer = try options.model.answer(in: response, tools: offered)
    ///     let round = try await tools.perform(answer, to: response, in: context)
    ///     actions += round.actions
    ///     if let next = round.next { actions.append(.request(try options.model.request("ask", next, tools: offered))) }
    ///
    /// It has at most four requests, of which the last offers no tools. Between two of them it is the note of the first, so that it
    /// survives restarts, and a replay asks nobody. A conversation of more than 12 KiB of JSON ends with the answer to its request. A
    /// budget should count each request.
    public struct Conversation: Codable, Hashable, Sendable {
        private static let maxRequests = 4
        private static let maxSize = 12_288  // Bytes of JSON, within the size of a note.

        private(set) var messages: [Message]
        /// The number of the request that asks for the next answer.
        private var request = 1

        /// Creates a conversation from the messages that precede the model's first answer.
        public init(_ messages: [Message]) { self.messages = messages }

        /// A Boolean value that indicates whether the model may ask for tools in its next answer.
        var offersTools: Bool { request < Self.maxRequests }

        /// Returns the conversation after the model has asked for tools; nil if it would be too long.
        func adding(_ answer: Answer, _ results: [Message]) throws -> Conversation? {
            var next = self
            next.request += 1
            let calls = Message(
                role: "assistant", content: answer.text.isEmpty ? nil : answer.text, toolCalls: answer.calls.map(RawCall.init))
            next.messages += [calls] + results
            return try next.isNote ? next : nil
        }

        /// A Boolean value that indicates whether it is short enough to be the note of its request.
        var isNote: Bool { get throws { try JSONEncoder().encode(self).count <= Self.maxSize } }
    }

    /// Returns the request that asks for the next answer in a conversation.
    ///
    /// - Parameters:
    ///   - name: The name by which the bot recognizes the response.
    ///   - conversation: The conversation so far.
    ///   - tools: The tools that the model may ask for; the last request of a conversation offers none.
    /// - Throws: An encoding error.
    public func request(_ name: String, _ conversation: Conversation, tools: [Tool]) throws -> WebRequest {
        let offered = conversation.offersTools ? tools : []
        return try conversation.isNote
            ? request(name, conversation.messages, tools: offered, note: conversation)
            : request(name, conversation.messages, tools: offered)
    }
}
