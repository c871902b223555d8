import ChatModel
import Foundation

/// The names in stored values before the migration of names, and their present ones.
///
/// The migration and the import of older exports share these functions. Further values are added here until the first release.
enum FormerNames {
    private static let authors = [
        "house": "system",
        "house:bans": "system:bans",
        "house:brake": "system:answer-limit",
        "house:cases": "system:cases",
        "house:desk": "system:moderation",
        "house:direct": "system:dm-opt-out",
        "house:failures": "system:failures",
        "house:help": "system:help",
        "house:keeper": "system:sanction-expiry",
        "house:limits": "system:rule-limits",
        "house:notices": "system:notices",
        "house:questions": "system:approvals",
        "house:reload": "system:reload",
        "house:strikes": "system:strike-refunds",
        "house:undo": "system:undo",
        "house:waits": "system:waits",
        "hook:ignore_users": "middleware:ignore_users",
        "hook:max_length": "middleware:max_length",
        "hook:read_only": "middleware:read_only",
        "hook:signature": "middleware:signature",
    ]

    private static let stateKinds = [
        "pardon": "strike_refund", "seen": "messages_seen", "silence": "dm_opt_out", "voice": "last_message",
    ]

    static func author(_ name: String) -> String { authors[name] ?? name }
    static func eventKind(_ name: String) -> String { SystemEvent.formerKinds[name] ?? name }
    static func stateKind(_ name: String) -> String { stateKinds[name] ?? name }
    static func redaction(_ reason: String) -> String { reason == "forgotten" ? "erased" : reason }

    /// The name of an entry of the rule state. Only quotas are named for authors.
    static func stateName(_ name: String, ofKind kind: String) -> String { kind == "quota" ? author(name) : name }

    /// Renames the keys in the files of a revision of the rules, which its id does not follow.
    static func revision(_ files: String) -> String {
        guard var object = try? JSONDecoder().decode([String: JSONValue].self, from: Data(files.utf8)),
            let texts = object["texts"]?.object
        else { return files }
        object["texts"] = .object(texts.mapValues { $0.string.map { .string(FormerRuleKeys.renamed($0)) } ?? $0 })
        return (try? JSONText.text(object)) ?? files
    }

    /// Renames the author before the colon with which a reason may begin: `hook:read_only: the channel is read-only`.
    static func reason(_ text: String) -> String {
        guard let end = text.range(of: ": ")?.lowerBound, let name = authors[String(text[..<end])] else { return text }
        return name + text[end...]
    }

    /// Renames the authors in a trace of one line for each step.
    static func trace(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            parts[0] = author(parts[0])
            if parts.count > 2 { parts[2] = reason(parts[2]) }
            return parts.joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// Renames the authors in JSON, including JSON that is a string of the given one.
    ///
    /// A quotation mark within a string is escaped, so that the key, the colon and the value cannot be part of a text.
    static func json(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ":")), text.contains("house:") || text.contains("hook:") else { return text }
        return authors.reduce(text) { text, name in
            ["\"", "\\\""].reduce(text) { text, quote in
                text.replacing(
                    "\(quote)author\(quote):\(quote)\(name.key)\(quote)",
                    with: "\(quote)author\(quote):\(quote)\(name.value)\(quote)")
            }
        }
    }
}
