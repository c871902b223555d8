import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import Storage
import Testing

/// Tests the commands with invalid input: each ends with a message and the documented exit code.
struct CommandMessageTests {
    private func folder(_ config: String?) throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        try config?.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        return folder
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            (nil, "config.yaml"),
            ("version: 1\nbots: [", "config.yaml:2:7: error[syntax]"),
            ("version: 1\nbotts: {}\n", "did you mean 'bots'?"),
            ("version: 1\nbots: { pong: { enabled_in: all } }\n", "did you mean 'ping'?"),
            ("version: 1\nbot: { gateway: gw.mezon.ai }\n", "MEZON_BOT_ID"),
            ("version: 1\nbot:\n  prefix: \"!\"\n", "config.yaml:3:3: error[no-credentials] the bot's id and token are not set"),
        ])
    func `an invalid configuration exits with 2 and the source position`(config: String?, expected: String) async throws {
        let folder = try folder(config)
        let outcome = try await CommandProcess.run(["--config", "config.yaml"], in: folder.path)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
    }

    private struct Report: Decodable, Equatable {
        struct Finding: Decodable, Equatable {
            var mark: String
            var what: String
        }

        var isWell: Bool
        var findings: [Finding]
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [("1900000000000000011", 0, "good"), ("1900000000000000099", 1, "bad")] as [(String, Int32, String)])
    func `doctor exits with 1 on an error, also with --json`(
        channel: String, code: Int32, mark: String
    ) async throws {
        let folder = try folder("version: 1\nbot: { gateway: local }\nnames: { channels: { general: \"\(channel)\" } }\n")
        let outcome = try await CommandProcess.run(["doctor", "--json"], in: folder.path)
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(outcome.code == code)
        #expect(report.isWell == (code == 0))
        #expect(report.findings.last?.mark == mark)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
    }

    @Test func `bots lists bots before the first run, also with --json`() async throws {
        let folder = try folder("version: 1\nbots: { kudos: { enabled_in: all } }\n")
        let outcome = try await CommandProcess.run(["bots", "list", "--json"], in: folder.path)
        #expect(outcome.code == 0, "\(outcome.errors)")
        struct Listed: Decodable, Equatable { var name: String, isOn: Bool, openDeadLetters: Int }
        let bots = try JSONDecoder().decode([Listed].self, from: Data(outcome.output.utf8))
        #expect(bots.first == Listed(name: "kudos", isOn: true, openDeadLetters: 0))
        #expect(bots.filter(\.isOn).count == 1)
        #expect(try await CommandProcess.run(["bots", "show", "kudo"], in: folder.path).errors.contains("did you mean 'kudos'?"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
    }

    @Test func `the status without a running bot is a JSON object that says so`() async throws {
        let folder = try folder("version: 1\n")
        let outcome = try await CommandProcess.run(["status", "--json"], in: folder.path)
        struct Absence: Decodable { var isRunning: Bool, isConnected: Bool, reason: String }
        let absence = try JSONDecoder().decode(Absence.self, from: Data(outcome.output.utf8))
        #expect(outcome.code == 1 && !absence.isRunning && !absence.isConnected && !absence.reason.isEmpty)
        #expect(try await CommandProcess.run(["status"], in: folder.path).errors.contains(absence.reason))
    }

    @Test(arguments: [("hi", 0), ("bye", 1)])
    func `inline tests are a JSON object, too`(text: String, failures: Int) async throws {
        let folder = try folder(
            """
            version: 1
            rules:
              - id: greet
                trigger: message
                when: { text: { any_word: [hi] } }
                then: [{ reply: hello }]
                tests: [{ name: one, given: { text: \(text) }, expect: { hit: true } }]
            """)
        let outcome = try await CommandProcess.run(["test", "--json"], in: folder.path)
        struct Tests: Decodable {
            struct Failure: Decodable { var line: Int, message: String }
            var inlineTests: Int
            var failures: [Failure]
        }
        let tests = try JSONDecoder().decode(Tests.self, from: Data(outcome.output.utf8))
        #expect(tests.inlineTests == 1 && tests.failures.count == failures && outcome.code == Int32(failures), "\(outcome)")
    }

    @Test func `a time zone of Vietnam by another name is an error with the right one`() async throws {
        let folder = try folder(nil)
        let outcome = try await CommandProcess.run(
            ["schedule", "next", "every day at 09:00", "--tz", "Asia/Hanoi"], in: folder.path)
        #expect(outcome.code == 1 && outcome.errors.contains("did you mean 'Asia/Ho_Chi_Minh'?"), "\(outcome.errors)")
    }

    @Test(arguments: [("Hello", "not a source checkout"), ("../x", "not a valid bot name"), ("", "not a valid bot name")])
    func `a failed new command leaves nothing behind`(name: String, reason: String) async throws {
        let folder = try folder("version: 1\n")
        let outcome = try await CommandProcess.run(["bots", "new", name], in: folder.path)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["config.yaml", "errors", "output"])
    }

    @Test func `rules list prints revisions as JSON`() async throws {
        let folder = try folder("version: 1\n")
        let testStore = try await TestStore()
        try testStore.close()
        let outcome = try await CommandProcess.run(["rules", "list", "--json", "--data", testStore.path], in: folder.path)
        #expect(outcome.code == 0 && outcome.output == "[]\n", "\(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: [["journal", "list"], ["data", "encrypt"], ["data", "encrypt", "--decrypt"]])
    func `an encryption key for a store that is not encrypted is rejected`(command: [String]) async throws {
        let folder = try folder("version: 1\nstore: { encryption: { key: \"${file:a.key}\" } }\n")
        let testStore = try await TestStore()
        try testStore.close()
        #expect(try await CommandProcess.run(["data", "new-key", "a.key"], in: folder.path).code == 0)
        let outcome = try await CommandProcess.run(
            command + ["--encryption-key", "nowhere", "--data", testStore.path], in: folder.path)
        #expect(outcome.code == 2, "\(outcome.output)")
        #expect(outcome.errors.contains("is not encrypted; remove --encryption-key"), "\(outcome.errors)")
    }

    @Test(arguments: [
        (["test", "nowhere"], "nowhere cannot be read: No such file or directory"),
        (["journal", "import", "nowhere", "--data", "new"], "cannot read 'nowhere': No such file or directory"),
        (["journal", "list", "--data", "new"], "no bot has run with the data directory 'new' yet"),
        (["journal", "list", "--data", "config.yaml"], "the data directory config.yaml cannot be used: Not a directory"),
        (["status", "--data", "config.yaml"], "the data directory 'config.yaml' cannot be used: Not a directory"),
        (["gateway", "--seed", "nowhere"], "cannot read the seed file 'nowhere': No such file or directory"),
    ])
    func `a file that cannot be read is reported in the words of the system`(arguments: [String], reason: String) async throws {
        let folder = try folder("version: 1\n")
        let outcome = try await CommandProcess.run(arguments, in: folder.path)
        #expect(outcome.code != 0)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(!outcome.errors.contains("operation could not be completed"))
    }

    @Test func `check reports diagnostics as JSON`() async throws {
        let folder = try folder("version: 1\nbotts: {}\n")
        let outcome = try await CommandProcess.run(["check", "--format", "json"], in: folder.path)
        #expect(outcome.code == 2)
        struct Finding: Decodable { var file: String, line: Int, column: Int, code: String }
        let findings = try JSONDecoder().decode([Finding].self, from: Data(outcome.output.utf8))
        #expect(findings.map { "\($0.file):\($0.line):\($0.column) \($0.code)" } == ["config.yaml:2:1 unknown-key"])
    }

    /// Every command that shows users' text, as text and as JSON.
    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            ["journal"], ["journal", "list", "--json"], ["journal", "export"], ["journal", "search", "hostile"],
            ["journal", "search", "hostile", "--json"], ["journal", "replay"], ["journal", "replay", "--json"], ["cases"],
            ["cases", "list", "--json"], ["cases", "show", "1"], ["cases", "show", "1", "--json"],
            ["cases", "undo", "1"], ["cases", "questions"], ["cases", "questions", "--json"],
            ["rules", "explain", "#1"], ["rules", "explain", "#1", "--json"], ["data", "export-user", "101"], ["dead-letters"],
            ["dead-letters", "list", "--json"], ["schedule"], ["schedule", "list", "--json"],
        ])
    func `no command prints terminal control, bidirectional or line separator characters`(
        arguments: [String]
    ) async throws {
        let folder = try folder("version: 1\n")
        let hostile = "hostile \u{202E}evil\u{2066}\u{2028}next\u{85}\u{1B}[2J\u{7F}\u{E0041}"
        let testStore = try await TestStore(channels: [Channel(id: .general, clan: .test, label: hostile)])
        try await testStore.store.journal.append([.make(.make(text: hostile, by: Author(id: 101, username: hostile)))])
        let evidence = Evidence(
            message: 1, channel: .general, author: 101, text: hostile, attachments: [hostile], at: testStore.time.now)
        let draft = CaseDraft(
            kind: "warn", user: 101, clan: .test, channel: .general, message: 1, reason: hostile, evidence: [evidence])
        var turn = Turn(sequence: 1, trace: Trace([.init("rule:calm", "skip", hostile)]))
        turn.cases = [NewCase(author: "rule:calm", draft: draft)]
        try await testStore.store.turns.commit([turn])
        try testStore.close()
        let outcome = try await CommandProcess.run(arguments + ["--data", testStore.path], in: folder.path)
        #expect(!outcome.output.isEmpty, "\(outcome.errors)")
        // Hostile characters are replaced and not omitted; JSON escapes them.
        if [["journal"], ["journal", "search", "hostile"], ["cases", "show", "1"], ["rules", "explain", "#1"]].contains(arguments)
        {
            #expect(outcome.output.contains("hostile \u{FFFD}evil"), "\(outcome.output)")
            #expect(!outcome.output.contains("\\u"), "\(outcome.output)")
        }
        if arguments.contains("--json"), ["journal", "search"].contains(arguments[0]), arguments[1] != "replay" {
            #expect(outcome.output.contains("\\u202e"), "\(outcome.output)")
        }
        for scalar in (outcome.output + outcome.errors).unicodeScalars where scalar != "\n" {
            let category = scalar.properties.generalCategory
            #expect(![.control, .format, .lineSeparator, .paragraphSeparator].contains(category), "\(outcome.output)")
        }
        guard arguments.contains("--json") || arguments.contains("export") else { return }
        for line in outcome.output.split(separator: "\n") {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
    }

    @Test(arguments: [["--confg", "x"], ["journal", "--limit", "-1"], ["gateway", "--listen", "nowhere"], ["frobnicate"]])
    func `an invalid command line exits with 64`(arguments: [String]) async throws {
        let folder = try folder("version: 1\n")
        #expect(try await CommandProcess.run(arguments, in: folder.path).code == 64)
    }

    @Test(arguments: [
        (["chekc"], "unknown command 'chekc'; did you mean 'check'?"),
        (["zzz", "--data", "x"], "unknown command 'zzz'; see 'mezon-bot --help'"),
        (["rules", "dif"], "unknown command 'dif'; did you mean 'rules diff'?"),
        (["rules", "zzz"], "unknown command 'zzz'; see 'mezon-bot rules --help'"),
        (["explain", "#1"], "unknown command 'explain'; did you mean 'rules explain'?"),
        (["replay"], "unknown command 'replay'; did you mean 'journal replay' or 'relay replay'?"),
    ])
    func `an unknown command is reported with a suggestion`(arguments: [String], sentence: String) async throws {
        let folder = try folder(nil)
        let outcome = try await CommandProcess.run(arguments, in: folder.path)
        #expect(outcome.code == 64)
        #expect(outcome.errors == "mezon-bot: \(sentence)\n")
    }

    @Test(.timeLimit(.minutes(15)))
    func `journal --follow ends when its reader closes the pipe`() async throws {
        let folder = try folder(nil)
        let data = folder.path + "/data"
        for second in [1, 2] {
            try await OfflineStore.append(.started(at: Date(timeIntervalSince1970: Double(second))), in: data, cipher: nil)
        }
        let shell = try await CommandProcess.run(
            ["-c", "\"$PROGRAM\" journal --follow | head -n 1"],
            environment: ["PROGRAM": try #require(CommandProcess.program).path], in: folder.path, with: URL(filePath: "/bin/sh"))
        #expect(shell.code == 0)
        #expect(shell.output.split(separator: "\n").count == 1)
        #expect(shell.errors == "")
    }

    private static let story = """
        {"v":1,"kind":"clan","members":[{"id":"an"}]}
        {"seq":1,"kind":"message","ch":"general","id":"m1","by":"an","text":"*ping"}
        {"after":1,"expect":[{"reply":{"text":"peng"}}]}

        """

    @Test(.timeLimit(.minutes(15)))
    func `a fixture that differs exits with 1, shows the difference and can be updated`() async throws {
        let folder = try folder("version: 1\nbots: { ping: { enabled_in: all } }\n")
        try FileManager.default.createDirectory(atPath: folder.path + "/fixtures", withIntermediateDirectories: true)
        let file = folder.path + "/fixtures/story.jsonl"
        try Self.story.write(toFile: file, atomically: true, encoding: .utf8)
        let differing = try await CommandProcess.run(["test"], environment: ["CI": "true"], in: folder.path)
        #expect(differing.code == 1)
        #expect(differing.output.contains("line 3, after 1\n  expected {\"reply\":{\"text\":\"peng\"}}"), "\(differing.output)")
        #expect(differing.output.contains("found    {\"reply\":{\"to\":\"m1\",\"text\":\"pong\"}}"), "\(differing.output)")

        let refused = try await CommandProcess.run(["test", "--update"], environment: ["CI": "true"], in: folder.path)
        #expect(refused.code == 64)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.story)

        let updated = try await CommandProcess.run(["test", "--update"], without: ["CI"], in: folder.path)
        #expect(updated.code == 0)
        #expect(updated.output.contains("expected {\"reply\":{\"text\":\"peng\"}}"))
        let passing = try await CommandProcess.run(["test", "fixtures/story.jsonl", "--json"], in: folder.path)
        #expect(passing.output == "{\"differences\":[],\"events\":1,\"file\":\"fixtures/story.jsonl\"}\n")
        #expect(passing.code == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func `an invalid fixture exits with 2 and its position`() async throws {
        let folder = try folder("version: 1\n")
        try "{\"v\":1,\"kind\":\"clan\"}\n{\"kind\":\"dance\"}\n".write(
            toFile: folder.path + "/a.jsonl", atomically: true, encoding: .utf8)
        let outcome = try await CommandProcess.run(["test", "a.jsonl"], in: folder.path)
        #expect(outcome.code == 2)
        #expect(outcome.errors.hasPrefix("a.jsonl:2: unknown kind 'dance'"), "\(outcome.errors)")
    }

    @Test func `an unreachable gateway exits with 69`() async throws {
        let folder = try folder("version: 1\nbot: { gateway: \"http://127.0.0.1:1\" }\n")
        let outcome = try await CommandProcess.run(
            [], environment: ["MEZON_BOT_ID": "1", "MEZON_BOT_TOKEN": "canary-token"], in: folder.path)
        #expect(outcome.code == 69)
        #expect(outcome.errors.contains("the gateway cannot be reached"))
        #expect(!outcome.errors.contains("canary-token"))
    }

    @Test func `without credentials run, doctor and check fail, and other commands work`() async throws {
        let folder = try folder("version: 1\nbots: { kudos: { enabled_in: all } }\n")
        for arguments in [["run"], ["doctor"], ["check"]] {
            let outcome = try await CommandProcess.run(arguments, in: folder.path)
            #expect(outcome.code == 2)
            let text = outcome.output + outcome.errors
            #expect(text.contains("error[no-credentials]") && text.contains("gateway: local"), "\(arguments): \(text)")
        }
        for arguments in [["bots", "list"], ["test"], ["rules", "schema"]] {
            #expect(try await CommandProcess.run(arguments, in: folder.path).code == 0, "\(arguments)")
        }
    }

    @Test func `an unusable data directory exits with 1 and the reason`() async throws {
        let folder = try folder("version: 1\nbot: { gateway: local }\n")
        try "a file".write(toFile: folder.path + "/data", atomically: true, encoding: .utf8)
        let outcome = try await CommandProcess.run([], in: folder.path)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("the data directory"))
    }

    @Test func `a log that cannot be written does not end the command early`() async throws {
        let folder = try folder("version: 1\nbot: { gateway: \"http://127.0.0.1:1\" }\n")
        let credentials = ["MEZON_BOT_ID": "1", "MEZON_BOT_TOKEN": "canary-token"]
        let outcome = try await CommandProcess.run([], environment: credentials, in: folder.path, errorsTo: "/dev/full")
        #expect(outcome.code == 69)
    }

    @Test func `journal without a store reports that no bot has run`() async throws {
        let folder = try folder(nil)
        let outcome = try await CommandProcess.run(["journal"], in: folder.path)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("no bot has run"))
    }

    @Test(arguments: [
        (["journal", "search", "!!!"], 64, "'!!!' contains no letter"), (["journal", "search"], 64, "pass a word"),
        (["journal", "search", "a", "--limit", "0"], 64, "--limit"),
        (["journal", "search", "a", "--by-relevance", "--before", "3"], 64, "--before"),
        (["journal", "search", "a", "--channel", "nowhere"], 1, "there is no channel 'nowhere'"),
        (["journal", "search", "a", "--data", "elsewhere"], 1, "no bot has run"), (["journal", "search", "a"], 0, ""),
    ])
    func `an invalid search is reported`(arguments: [String], code: Int32, expected: String) async throws {
        let folder = try folder(nil)
        try await OfflineStore.append(.started(at: Date(timeIntervalSince1970: 1)), in: folder.path + "/data", cipher: nil)
        let outcome = try await CommandProcess.run(arguments, in: folder.path)
        #expect(outcome.code == code)
        #expect(expected.isEmpty || outcome.errors.contains(expected), "\(outcome.errors)")
        if code == 0 { #expect(outcome.output == "No messages found.\n") }
    }

    @Test(arguments: [
        (["data", "erase-user", "an"], 64, "'an' is invalid"),
        (["data", "erase-user", "12"], 1, "no data is stored about the user 12"),
        (["data", "export-user", "0"], 64, "'0' is invalid"), (["data", "retention"], 1, "no retention period is configured"),
    ])
    func `invalid retention and erasure arguments are reported`(arguments: [String], code: Int32, expected: String) async throws {
        let folder = try folder("version: 1\n")
        try await OfflineStore.append(.started(at: Date(timeIntervalSince1970: 1)), in: folder.path + "/data", cipher: nil)
        let outcome = try await CommandProcess.run(arguments, in: folder.path)
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
    }

    @Test func `invalid faults exit with 2 before the gateway listens`() async throws {
        let folder = try folder(nil)
        try #"[{"kind":"looose","on":"push"}]"#.write(toFile: folder.path + "/faults.json", atomically: true, encoding: .utf8)
        let outcome = try await CommandProcess.run(
            ["gateway", "--faults", "faults.json", "--ready-file", "ready.json"], in: folder.path)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("faults.json") && outcome.errors.contains("looose"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/ready.json"))
    }

    @Test func `a gateway on a public address is rejected`() async throws {
        let folder = try folder(nil)
        let outcome = try await CommandProcess.run(["gateway", "--listen", "0.0.0.0:0"], in: folder.path)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("loopback"))
    }

    @Test(.timeLimit(.minutes(15)))
    func `a store is encrypted, read with its key, rotated and decrypted, and each refusal suggests a way out`() async throws {
        let plain = "version: 1\nbot: { gateway: local }\n",
            sealed = plain + "store: { encryption: { key: \"${file:a.key}\" } }\n"
        let folder = try folder(sealed)
        let config = folder.path + "/config.yaml"
        try await OfflineStore.append(.started(at: Date(timeIntervalSince1970: 1)), in: folder.path + "/data", cipher: nil)
        var said = ""
        func ends(_ arguments: [String], with code: Int32, saying text: String) async throws {
            let outcome = try await CommandProcess.run(arguments, in: folder.path)
            said += outcome.output + outcome.errors
            #expect(outcome.code == code, "\(arguments): \(outcome.output) \(outcome.errors)")
            #expect((outcome.output + outcome.errors).contains(text), "\(arguments): \(outcome.output) \(outcome.errors)")
        }
        func write(_ text: String) throws { try text.write(toFile: config, atomically: true, encoding: .utf8) }

        try await ends(["run"], with: 2, saying: "a.key' does not exist")
        try await ends(["data", "new-key", "a.key"], with: 0, saying: "The key was written to a.key")
        try await ends(["data", "new-key", "a.key"], with: 1, saying: "the file exists")
        try await ends(["run"], with: 2, saying: "run `mezon-bot data encrypt` once")
        try await ends(["data", "encrypt"], with: 0, saying: "with the key")
        try await ends(["journal"], with: 0, saying: "#1 ")
        try await ends(["journal", "search", "nothing"], with: 0, saying: "No messages found")

        try FileManager.default.moveItem(atPath: folder.path + "/a.key", toPath: folder.path + "/moved.key")
        try await ends(["journal"], with: 2, saying: "pass --encryption-key")
        try await ends(["journal", "--encryption-key", "moved.key"], with: 0, saying: "#1 ")
        try write(plain)
        try await ends(["run"], with: 2, saying: "is encrypted with the key")
        try await ends(["data", "encrypt"], with: 2, saying: "has no key")

        try await ends(["data", "new-key", "b.key"], with: 0, saying: "The key was written to b.key")
        try write(plain + "store: { encryption: { key: \"${file:b.key}\" } }\n")
        try await ends(["run"], with: 2, saying: "list the older one under store.encryption.previous_keys")
        try write(plain + "store: { encryption: { key: \"${file:b.key}\", previous_keys: [\"${file:moved.key}\"] } }\n")
        try await ends(["data", "encrypt"], with: 0, saying: "with the key")
        try await ends(["journal"], with: 0, saying: "#1 ")
        try await ends(["journal", "--encryption-key", "moved.key"], with: 2, saying: "give the right key")
        try await ends(["data", "encrypt", "--decrypt"], with: 0, saying: "Remove store.encryption from the configuration")
        try await ends(["journal"], with: 0, saying: "#1 ")
        try await ends(["data", "encrypt", "--decrypt"], with: 0, saying: "is not encrypted")
        for name in ["moved.key", "b.key"] {
            let key = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
            #expect(!said.contains(key.dropLast()))
        }
    }
}
