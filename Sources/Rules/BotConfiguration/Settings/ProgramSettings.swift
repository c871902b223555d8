package import ChatModel

/// The program that is a bot: in another language, and in a process of its own.
package struct ProgramSettings: Hashable, Sendable {
    /// A word of the command line.
    package struct Word: Hashable, Sendable {
        package var text: String
        package var position: SourcePosition
    }

    /// The program and its arguments; not empty.
    package var command: [Word]
    /// The variables that its environment has besides the usual ones.
    package var environment: [String: Secret]
    /// The secrets that it may name in its web requests without seeing them, by name. Each has its reference.
    package var secrets: [String: Secret] = [:]
    /// The memory that each of its processes may have; nil for the default.
    package var memoryInBytes: Int?
    /// The time in which it must answer an event, if less than that of every bot.
    package var timeout: Duration?

    /// The program and its arguments.
    package var words: [String] { command.map(\.text) }
}

extension ProgramSettings {
    private static let maxWords = 64
    private static let memoryRange = 16 << 20...1 << 40  // Bytes. With less, no interpreter starts.
    private static let maxTimeout = Duration.seconds(10)  // That of every bot.

    /// Reads the keys of a bot that is a program; nil for any other bot, and for an invalid one.
    init?(_ map: inout MapReader, of bot: ConfigNode.Entry, secrets: SecretSource, _ diagnostics: DiagnosticCollector) {
        let program = map.take("program", "The program that is this bot, and its arguments: [python3, weather.py].")
        let environment = map.entry("environment", "Variables for the program; secrets as ${env:NAME} or ${file:PATH}.")
        let named = map.entry("secrets", "Secrets for headers of web requests, by name: ${env:NAME} or ${file:PATH}.")
        let memory = map.entry("memory", "The memory of each of the program's processes, where it is confined (default: 1GiB).")
        let timeout = map.entry("timeout", "The time in which the program must answer an event (default: 10s).")
        guard let program else {
            for entry in [environment, named, memory, timeout].compactMap(\.self) where !diagnostics.isRecording {
                diagnostics.error(
                    "wrong-place", "'\(entry.key)' is for bots that are programs", at: entry.keyPosition,
                    suggestion: "add program: [python3, \(bot.key).py], or remove it")
            }
            return nil
        }
        let memoryInBytes = memory.flatMap { Self.memory($0.value, diagnostics) }
        let limit = timeout.flatMap { $0.value.duration(in: .seconds(1)...Self.maxTimeout, diagnostics) }
        let words = (program.list(orSingle: true, diagnostics) ?? []).compactMap { node in
            node.text(diagnostics).map { Word(text: $0, position: node.position) }
        }
        var variables: [String: Secret] = [:]
        for entry in environment?.value.named("'environment'", diagnostics) ?? [] {
            guard !entry.key.isEmpty, !entry.key.contains(where: { $0 == "=" || $0 == "\0" }) else {
                diagnostics.error("bad-variable", "'\(entry.key)' cannot be the name of a variable", at: entry.keyPosition)
                continue
            }
            variables[entry.key] =
                secrets.isReference(entry.value)
                ? secrets.password(entry.value, diagnostics) : entry.value.text(diagnostics).map(Secret.init)
        }
        var known: [String: Secret] = [:]
        for entry in named?.value.named("'secrets'", diagnostics) ?? [] {
            known[entry.key] = secrets.referenced(entry.value, diagnostics)
        }
        guard !diagnostics.isRecording else { return nil }
        guard !words.isEmpty, words.count <= Self.maxWords, words.allSatisfy({ !$0.text.contains("\0") }) else {
            diagnostics.error(
                "bad-program", "'program' must be a program and its arguments, at most \(Self.maxWords) words",
                at: program.position, suggestion: "write program: [python3, \(bot.key).py]")
            return nil
        }
        let allowed = { (character: Character) in "abcdefghijklmnopqrstuvwxyz0123456789-".contains(character) }
        guard bot.key.allSatisfy(allowed) else {
            diagnostics.error(
                "bad-name", "the name of a bot is lower-case letters, digits and dashes", at: bot.keyPosition,
                suggestion: "write \(bot.key.lowercased().filter(allowed))")
            return nil
        }
        self.init(command: words, environment: variables, secrets: known, memoryInBytes: memoryInBytes, timeout: limit)
    }

    private static func memory(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> Int? {
        guard let size = node.sizeInBytes(diagnostics) else { return nil }
        guard !memoryRange.contains(size) else { return size }
        diagnostics.error(
            "bad-size", "a program may have from 16MiB to 1024GiB of memory", at: node.position, suggestion: "write 1GiB")
        return nil
    }
}
