import Foundation

/// The state of a dialogue between two answers: its start, the steps so far and the open question.
struct DialogueRecord: Codable, Hashable, Sendable {
    /// A question with its answer, or the result of work done once.
    struct Step: Codable, Hashable, Sendable {
        enum Answer: Codable, Hashable, Sendable {
            case said(Message)
            /// The value of a button.
            case pressed(String)
            /// The result of work done once, as JSON.
            case done(String)
        }

        /// The question's identity.
        var question: String
        var answer: Answer
    }

    /// The command's name.
    var command: String
    /// The message that started the dialogue.
    var start: Message
    /// The journal sequence number of that message.
    var began: Int64
    var at: Date
    var seed: UInt64
    var steps: [Step] = []
    /// The open question.
    var question: DialogueQuestion
    /// The deadline for the answer.
    var until: Date
    /// The number of invalid answers to the open question.
    var mistakes = 0

    static let fingerprint = "dialogue"

    /// Decodes a stored dialogue; nil if there is none.
    ///
    /// - Throws: `DecodingError` if the value is not a dialogue.
    init?(_ stored: StoredState?) throws {
        guard let stored else { return nil }
        self = try JSONDecoder().decode(Self.self, from: Data(stored.json.utf8))
    }

    init(command: String, start: Message, began: Int64, at: Date, seed: UInt64) {
        self.command = command
        self.start = start
        self.began = began
        self.at = at
        self.seed = seed
        question = DialogueQuestion(kind: "", text: "")
        until = at
    }

    /// Encodes the dialogue.
    ///
    /// - Throws: `StateError.tooLarge`.
    func stored() throws -> StoredState {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = try encoder.encode(self)
        guard bytes.count <= StateJSON.maximum else { throw StateError.tooLarge(bytes: bytes.count) }
        return StoredState(fingerprint: Self.fingerprint, json: String(decoding: bytes, as: UTF8.self))
    }
}
