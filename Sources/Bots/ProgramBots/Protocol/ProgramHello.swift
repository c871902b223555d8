import BotKit
import ChatModel

/// The first line of a program: what it is, and what it wants to receive.
struct ProgramHello: Hashable, Sendable {
    struct CommandLine: Hashable, Sendable {
        var name: String
        var summary: LocalizedText
        var aliases: [String]
        /// The label of the text after the name; nil for a command without arguments.
        var arguments: String?
        var cooldown: Duration?
    }

    private static let version = 1
    private static let maxCommands = 50
    private static let maxTextLength = 200

    var summary = ""
    /// The kinds of events besides commands, or nil if the program does not list them.
    var events: Set<ProgramEvent.Kind>?
    var commands: [CommandLine] = []

    /// - Throws: `ProgramError.badHello`, with the first problem.
    init(_ line: String) throws(ProgramError) {
        guard let value = JSONReader.value(of: line), case .object = value else {
            throw .badHello("it is not a JSON object, but: \(line.terminalLine); write everything else to the standard error")
        }
        do {
            var fields = try JSONFields(value, "it")
            guard try fields.whole("hello") == Self.version else {
                throw JSONFields.FieldError(message: "'hello' must be \(Self.version), the version of the protocol")
            }
            summary = try Self.text("summary", &fields) ?? ""
            events = try fields.texts("events").map { words in
                Set(
                    try words.map { word in
                        guard let kind = ProgramEvent.Kind(rawValue: word) else {
                            let known = ProgramEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                            throw JSONFields.FieldError(message: "'\(word.terminalLine)' is not an event; known are \(known)")
                        }
                        return kind
                    })
            }
            commands = try (fields.list("commands") ?? []).map { try Self.command($0) }
            try fields.finish()
            try checkNames()
        } catch let error as JSONFields.FieldError {
            throw .badHello(error.message.terminalLine)
        } catch {
            throw .badHello("\(error)".terminalLine)
        }
    }

    /// A Boolean value that indicates whether messages that name no command are for the program.
    var receivesMessages: Bool { events.map { $0.contains(.message) } ?? commands.isEmpty }

    /// The kinds of activities of members that are events for the program.
    var activities: Set<MemberActivity.Kind> {
        var kinds: Set<MemberActivity.Kind> = []
        if events?.contains(.presence) == true { kinds.formUnion([.online, .offline]) }
        if events?.contains(.typing) == true { kinds.insert(.typing) }
        return kinds
    }

    private static func command(_ value: JSONValue) throws -> CommandLine {
        var fields = try JSONFields(value, "a command")
        let name = try fields.needed("name")
        let summary = try text("summary", &fields) ?? ""
        let vietnamese = try text("vi", &fields) ?? summary
        let command = CommandLine(
            name: name, summary: LocalizedText(summary, vi: vietnamese), aliases: try fields.texts("aliases") ?? [],
            arguments: try text("arguments", &fields), cooldown: try fields.duration("cooldown"))
        try fields.finish()
        return command
    }

    private static func text(_ key: String, _ fields: inout JSONFields) throws -> String? {
        guard let text = try fields.text(key) else { return nil }
        guard text.utf8.count <= maxTextLength, text.terminalSafe == text else {
            throw JSONFields.FieldError(message: "'\(key)' must be one line of at most \(maxTextLength) bytes")
        }
        return text
    }

    private func checkNames() throws {
        guard commands.count <= Self.maxCommands else {
            throw JSONFields.FieldError(message: "it has more than \(Self.maxCommands) commands")
        }
        var seen: Set<String> = []
        for name in commands.flatMap({ [$0.name] + $0.aliases }) {
            let words = name.split(separator: " ", omittingEmptySubsequences: false)
            let isPlain = words.allSatisfy { word in
                !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            }
            guard isPlain, name.utf8.count <= 64, words.count <= 3 else {
                throw JSONFields.FieldError(message: "'\(name)' is not a command's name: letters, digits and dashes")
            }
            guard seen.insert(name.lowercased()).inserted else {
                throw JSONFields.FieldError(message: "two commands have the name '\(name)'")
            }
        }
    }
}
