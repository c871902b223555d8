import BotKit
import ChatModel

/// A line that a program writes during a turn.
enum ProgramReply {
    case actions([JSONValue])
    case read(String, JSONFields)
    /// The new state of a scope, or null to forget it.
    case write(JSONValue, JSONFields)

    /// Reads a line.
    ///
    /// - Throws: `ProgramError`.
    init(_ line: String, turn: Int) throws(ProgramError) {
        guard let value = JSONReader.value(of: line), case .object(let object) = value else {
            throw .notJSON(line.terminalLine)
        }
        // Some languages write whole numbers as 1.0.
        guard object["turn"]?.integer == Int64(turn) else {
            throw .wrongTurn(expected: turn, found: object["turn"]?.integer.map(String.init) ?? "(none)")
        }
        do {
            self = try Self.reply(value)
        } catch let error as ProgramError {
            throw error
        } catch let error as JSONFields.FieldError {
            throw .badLine(error.message.terminalLine)
        } catch {
            throw .badLine("\(error)".terminalLine)
        }
    }

    private static func reply(_ value: JSONValue) throws -> ProgramReply {
        var fields = try JSONFields(value, "an answer")
        _ = fields.value("turn")
        if let reason = try fields.text("error") {
            try fields.finish()
            throw ProgramError.refused(reason.terminalLine)
        }
        if let actions = try fields.list("actions") {
            try fields.finish()
            return .actions(actions)
        }
        if let read = try fields.text("read") { return .read(read, fields) }
        if try fields.text("write") == "state", let state = fields.takeAny("value") { return .write(state, fields) }
        throw JSONFields.FieldError(message: "a line has 'actions', 'read', 'write' or 'error'")
    }
}
