import BotTesting
import Foundation
import Testing

/// Tests the texts of all commands, which the argument parser describes as JSON.
struct CommandTreeTests {
    private struct Tree: Decodable { var command: Command }

    private struct Command: Decodable {
        var commandName: String
        var abstract: String?
        var discussion: String?
        var superCommands: [String]?
        var subcommands: [Command]?
        var arguments: [Argument]?

        var path: String { ((superCommands ?? []) + [commandName]).dropFirst().joined(separator: " ") }
        /// The command and those below it, without the parser's own `help`.
        var all: [Command] { [self] + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap(\.all) }
    }

    private struct Argument: Decodable {
        struct Name: Decodable { var name: String }

        var shouldDisplay: Bool
        var names: [Name]?
        var valueName: String?
        var abstract: String?

        var name: String { names?.last?.name ?? valueName ?? "" }
        /// The parser's own options have texts of its own.
        var isOurs: Bool { shouldDisplay && !["help", "h", "version"].contains(name) }
    }

    private func commands() async throws -> [Command] {
        let folder = try TemporaryDirectory()
        let outcome = try await CommandProcess.run(["--experimental-dump-help"], in: folder.path)
        return try JSONDecoder().decode(Tree.self, from: Data(outcome.output.utf8)).command.all
    }

    @Test func `the commands are grouped`() async throws {
        let groups = [
            "rules": [
                "list", "show", "diff", "rollback", "reload", "trigger", "explain", "backtest", "rewind", "suggest", "score",
                "learn",
                "import",
                "schema", "guide",
            ],
            "journal": ["list", "search", "export", "import", "replay", "record"],
            "cases": ["list", "show", "undo", "questions", "answer"],
            "schedule": ["list", "show", "next", "pause", "resume", "cancel"], "bots": ["list", "show", "new", "settings"],
            "dead-letters": ["list", "show", "retry", "discard"], "relay": ["status", "test", "replay"],
            "cluster": ["list", "drain", "resume", "move"],
            "data": [
                "retention", "encrypt", "new-key", "export-user", "erase-user", "upgrade", "check", "salvage", "backup",
                "restore", "migrate",
            ],
        ]
        let single = ["run", "init", "check", "chat", "test", "doctor", "status", "console", "mcp", "gateway"]
        let expected = groups.flatMap { group, names in [group] + names.map { "\(group) \($0)" } } + single + [""]
        #expect(try await commands().map(\.path).sorted() == expected.sorted())
    }

    @Test func `a summary is an imperative of at most ten words with a period`() async throws {
        for command in try await commands() {
            let summary = try #require(command.abstract, "\(command.path)")
            #expect(summary.split(separator: " ").count <= 10, "\(command.path): \(summary)")
            #expect(summary.hasSuffix(".") && summary.first?.isUppercase == true, "\(command.path): \(summary)")
            // A verb in the third person would be a description of the type.
            #expect(summary.prefix { $0 != " " }.last != "s", "\(command.path): \(summary)")
        }
    }

    @Test func `every command that runs states its exit codes`() async throws {
        for command in try await commands() where (command.subcommands ?? []).isEmpty || command.path.isEmpty {
            #expect(command.discussion?.contains(#/Exit codes?: 0 /#) == true, "\(command.path)")
        }
    }

    @Test func `every option has a noun phrase as help`() async throws {
        for command in try await commands() {
            for argument in command.arguments ?? [] where argument.isOurs {
                let help = argument.abstract ?? ""
                #expect(!help.isEmpty && !help.hasSuffix("."), "\(command.path) \(argument.name): '\(help)'")
                #expect(help.first?.isUppercase == true, "\(command.path) \(argument.name): '\(help)'")
            }
        }
    }

    /// Words that other terms have replaced.
    private static let retired: Set<String> = [
        "letter", "letters", "edition", "editions", "seal", "sealed", "house", "port", "ports", "person", "people", "somebody",
        "nobody", "everybody", "appointment", "appointments", "forget", "forgotten", "memory", "fire",
    ]

    @Test func `no text has a retired term`() async throws {
        for command in try await commands() {
            let texts =
                [command.abstract, command.discussion] + (command.arguments ?? []).flatMap { [$0.abstract, $0.valueName] }
            // Terms that are fine in a context: a dead letter, a network port, and lines of the chat.
            let text = texts.compactMap(\.self).joined(separator: " ").lowercased()
                .replacing(#/dead[ -]letters?|port 0|\n */[a-z].*|host:port/#, with: "")
            let words = Set(text.split { !$0.isLetter }.map(String.init))
            #expect(words.isDisjoint(with: Self.retired), "\(command.path): \(words.intersection(Self.retired))")
        }
    }

    @Test func `the version is printed`() async throws {
        let folder = try TemporaryDirectory()
        let outcome = try await CommandProcess.run(["--version"], in: folder.path)
        #expect(outcome.code == 0)
        #expect(outcome.output.wholeMatch(of: #/\d+\.\d+\.\d+\n/#) != nil, "\(outcome.output)")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `a completion script knows the groups and is accepted by its shell`(shell: String) async throws {
        let folder = try TemporaryDirectory()
        let script = try await CommandProcess.run(["--generate-completion-script", shell], in: folder.path)
        #expect(script.code == 0)
        for word in ["dead-letters", "export-user", "by-relevance"] { #expect(script.output.contains(word)) }
        let program = ["/bin/", "/usr/bin/"].map { URL(filePath: $0 + shell) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        guard let program else { return }  // The shell is not installed.
        let file = folder.path + "/script"
        try script.output.write(toFile: file, atomically: true, encoding: .utf8)
        let outcome = try await CommandProcess.run(["-n", file], in: folder.path, with: program)
        #expect(outcome.code == 0, "\(outcome.errors)")
    }
}
