import ChatModel
import Foundation

extension FormerNames {
    /// A line of an export of version 1, in which tables and columns had their former names.
    static func line(_ object: [String: JSONValue]) -> [String: JSONValue] {
        var line: [String: JSONValue] = [:]
        for (key, value) in object {
            let table = NamesMigration.tables.first { $0.0 == key }?.1 ?? key
            line[table] = value.array.map { rows in .array(rows.map { row($0, of: table) }) } ?? row(value, of: table)
        }
        return line
    }

    private static func row(_ value: JSONValue, of table: String) -> JSONValue {
        guard let old = value.object else { return value }
        var row: [String: JSONValue] = [:]
        for (name, value) in old {
            let column = NamesMigration.columns[table]?.first { $0.0 == name }?.1 ?? name
            row[column] =
                value.string.map { .string(text($0, of: "\(table).\(column)", kind: old["kind"]?.string ?? "")) } ?? value
        }
        return .object(row)
    }

    /// - Parameter kind: The kind of the row, if it has one.
    private static func text(_ text: String, of column: String, kind: String) -> String {
        switch column {
        case "journal.kind": eventKind(text)
        case "journal.frame" where SystemEvent.formerKinds[kind] != nil:
            Data(base64Encoded: text).map { Data(json(String(decoding: $0, as: UTF8.self)).utf8).base64EncodedString() } ?? text
        case "turn.trace": trace(text)
        case "outbox.reason": reason(text)
        case "redaction.reason": redaction(text)
        case "rule_revision.files": revision(text)
        case "rule_state.kind": stateKind(text)
        case "rule_state.name": stateName(text, ofKind: kind)
        case "bot_invocation.results", "decision.decision", "rule_state.value": json(text)
        case "bot_crash.author", "bot_invocation.author", "cases.author", "dead_letter.author", "outbox.author",
            "relay_copy.author":
            author(text)
        default: text
        }
    }
}
