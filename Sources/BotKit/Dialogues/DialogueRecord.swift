import Foundation

/// A dialogue as it stands between two answers: what began it, what was asked and answered so far, and what is asked now.
struct DialogueRecord: Codable, Hashable, Sendable {
    /// A question with its answer, or something that was done once.
    struct Step: Codable, Hashable, Sendable {
        enum Answer: Codable, Hashable, Sendable {
            case said(Message)
            /// The value of a button.
            case pressed(String)
            /// What came of something that was done once, as JSON.
            case done(String)
        }

        /// What tells this question from others.
        var question: String
        var answer: Answer
    }

    /// The command's name.
    var command: String
    /// The message that began it.
    var start: Message
    /// The journal's number of that message's entry.
    var began: Int64
    var at: Date
    var seed: UInt64
    var steps: [Step] = []
    /// What is asked now.
    var question: DialogueQuestion
    /// Until when it may be answered.
    var until: Date
    /// Answers to it that could not be read.
    var mistakes = 0

    static let fingerprint = "dialogue"

    /// - Throws: where what is stored is not a dialogue.
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

    /// - Throws: `StateError.tooLarge`.
    func stored() throws -> StoredState {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = try encoder.encode(self)
        guard bytes.count <= StateJSON.most else { throw StateError.tooLarge(bytes: bytes.count) }
        return StoredState(fingerprint: Self.fingerprint, json: String(decoding: bytes, as: UTF8.self))
    }
}
