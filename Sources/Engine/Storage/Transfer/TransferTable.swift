import ChatModel
import Foundation

/// The exported columns of a table, named as in the schema.
struct TransferTable: Sendable {
    var name: String
    /// The column that refers to the entry; nil for a table that is independent of entries.
    var entry: String?
    var columns: [Column]

    struct Column: Sendable {
        enum Kind: Sendable, Equatable {
            /// A time in milliseconds or a position, within the integer range of all JSON readers.
            case number
            /// A kind, a status or a count.
            case small
            /// A number that may exceed the range of many JSON readers.
            case id
            case text
            /// A text that contains JSON.
            case json
            case bytes
        }

        var name: String
        var kind: Kind
    }

    /// The tables whose rows belong to an entry, starting with the journal.
    static let ofEntry: [TransferTable] = [
        table(
            "journal", of: "sequence",
            "sequence received_at kind:t clan:i channel:i message:i identity:i is_late:s is_own:s frame:b"),
        table("turn", of: "sequence", "sequence at trace:t ticket revision:t observations:t"),
        table("redaction", of: "sequence", "sequence at reason:t"),
        table("decision_ticket", of: "sequence", "ticket sequence revision:t"),
        table("decision", of: "sequence", "sequence ticket decision:j"),
        table(
            "outbox", of: "cause",
            """
            id cause author:t ordinal:s destination:i payload:b status:s attempts:s retry_at sent_parts:s message:i reason:t \
            created_at settled_at dependency is_essential:s original_id step:s
            """),
        table(
            "cases", of: "cause",
            """
            id cause author:t position revision:t kind:t user:i clan:i channel:i message:i reason:t ordinals:j inverses:j evidence:j \
            created_at until ended_at undone_at undone_by:t strike:j incident number
            """),
        table("bot_invocation", of: "sequence", "id sequence author:t bot:t results:j reads:j writes:j"),
        table("dead_letter", of: "sequence", "id sequence author:t reason:t attempts:s at state:t"),
        table("bot_crash", of: "sequence", "id sequence author:t bot:t at"),
    ]

    /// The tables that are exported before the entries, one row per line.
    static let independentTables: [TransferTable] = [
        table("clan", "id:i name:t"),
        table(
            "channel",
            "id:i clan:i parent:i kind:s label:t category:t is_private:s last_message:i category_id:i dm_user:i creator:i"),
        table("member", "clan:i user:i roles:t joined_at"),
        table("member_name", "clan:i user:i names:j"),
        table("account", "user:i is_application:s"),
        table("role", "clan:i id:i title:t permissions:t is_everyone:s"),
        table("rule_revision", "revision:t first_at last_at files:j"),
        table("process_start", "first_ticket at bot_user:i revision:t rebuilt_after rebuilt_through"),
        table("directory_observation", "id text:j"),
        table("rule_state", "shadow_rule:t kind:t name:t subject:t value:j expires_at"),
        table("relay_copy", "origin:i channel:i author:t part:s message:i origin_channel:i origin_author:i"),
        table("external_message", "channel:i external_id:t message:i"),
        table("external_reaction", "channel:i external_id:t message:i emoji:t user:i"),
        table("bot_state", "bot:t key:t fingerprint:t value:j"),
    ]

    private static func table(_ name: String, of entry: String? = nil, _ columns: String) -> TransferTable {
        TransferTable(
            name: name, entry: entry,
            columns: columns.split(whereSeparator: \.isWhitespace).map { word in
                let parts = word.split(separator: ":")
                let kind: Column.Kind =
                    switch parts.dropFirst().first {
                    case "i": .id
                    case "s": .small
                    case "t": .text
                    case "j": .json
                    case "b": .bytes
                    default: .number
                    }
                return Column(name: String(parts[0]), kind: kind)
            })
    }

    /// SQL for all columns in order, decrypted.
    var selection: String {
        columns.map { sealed($0)?.opened ?? "\(name).\($0.name)" }.joined(separator: ", ")
    }

    /// SQL that inserts the columns in order.
    var insertion: String {
        let values = columns.enumerated().map { index, column in
            guard let sealed = sealed(column) else { return "?\(index + 1)" }
            let keys = sealed.keys.map { key in "?\((columns.firstIndex { $0.name == key } ?? 0) + 1)" }
            return sealed.sealed("?\(index + 1)", keys: keys)
        }
        return """
            INSERT INTO \(name) (\(columns.map(\.name).joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))
            """
    }

    private func sealed(_ column: Column) -> EncryptedColumn? {
        EncryptedColumn.allCases.first { $0.table == name && $0.column == column.name }
    }

    /// A row as an object without null values.
    func object(_ row: SQLRow) -> JSONValue {
        var object: [String: JSONValue] = [:]
        for (index, column) in columns.enumerated() {
            switch row.value(index) {
            case .null, .real: continue
            case .integer(let number): object[column.name] = column.kind == .id ? .string("\(number)") : .integer(number)
            case .text(let text): object[column.name] = .string(text)
            case .blob(let bytes): object[column.name] = .string(Data(bytes).base64EncodedString())
            }
        }
        return .object(object)
    }

    /// The values of an object in the order of the columns.
    func values(_ object: [String: JSONValue]) throws(TransferRowError) -> SQLArguments {
        if let unknown = object.keys.filter({ key in !columns.contains { $0.name == key } }).min() {
            throw TransferRowError("unknown key '\(unknown)' in \(name)", at: unknown)
        }
        var values: [SQLValue] = []
        for column in columns {
            guard let given = object[column.name] else {
                values.append(.null)
                continue
            }
            guard let value = column.kind.value(given) else {
                throw TransferRowError("'\(column.name)' of \(name) must be \(column.kind.wanted)", at: column.name)
            }
            values.append(value)
        }
        return SQLArguments(values)
    }
}

extension TransferTable.Column.Kind {
    fileprivate func value(_ given: JSONValue) -> SQLValue? {
        switch (self, given) {
        case (.number, .integer(let number)): number.magnitude <= 1 << 53 ? .integer(number) : nil
        case (.small, .integer(let number)): Int32(exactly: number)?.sqlValue
        case (.id, .string(let text)): Int64(text).flatMap { "\($0)" == text ? .integer($0) : nil }
        case (.text, .string(let text)): .text(text)
        case (.json, .string(let text)):
            (try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))).map { _ in .text(text) }
        case (.bytes, .string(let text)): Data(base64Encoded: text)?.sqlValue
        default: nil
        }
    }

    fileprivate var wanted: String {
        switch self {
        case .number: "an integer up to 2^53"
        case .small: "an integer up to 2^31"
        case .id: "an integer in quotes"
        case .text: "a string"
        case .json: "a string that contains JSON"
        case .bytes: "base64"
        }
    }
}

/// An error in an imported row, with the key at which it occurred.
struct TransferRowError: Error {
    var reason: String
    var key: String?

    init(_ reason: String, at key: String? = nil) {
        self.reason = reason
        self.key = key
    }
}
