import ChatModel
import ProgramBots

/// A kind of action that must not occur, from one author or from any.
struct ForbiddenAction: Hashable, Sendable, CustomStringConvertible {
    var kind: String
    /// The author, for example `rule:flood`; nil for any.
    var author: String?

    var description: String { author.map { "\(kind) by \($0)" } ?? kind }

    /// Returns whether an action is one that must not occur.
    func matches(_ found: ActionFields) -> Bool { kind == found.kind && (author == nil || author == found.author) }
}

extension ForbiddenAction {
    /// Reads `"delete"` or `{"delete":{"by":"rule:flood"}}`.
    ///
    /// - Throws: `JSONFields.FieldError`.
    init(_ value: JSONValue) throws {
        if let kind = value.string {
            try ActionFields.verify(kind: kind)
            self.init(kind: kind)
            return
        }
        guard case .object(let object) = value, let (kind, body) = object.first, object.count == 1 else {
            throw JSONFields.FieldError(
                message: "'not' must be a list of kinds: \"delete\", or {\"delete\":{\"by\":\"rule:flood\"}}")
        }
        try ActionFields.verify(kind: kind)
        var fields = try JSONFields(body, "'\(kind)' in 'not'")
        let author = try fields.needed("by")
        try fields.finish()
        guard author.contains(":") else {
            throw JSONFields.FieldError(message: "'by' must be an author such as rule:flood or bot:echo, not '\(author)'")
        }
        self.init(kind: kind, author: author)
    }

    var json: JSONValue { author.map { .object([kind: ["by": .string($0)]]) } ?? .string(kind) }
}
