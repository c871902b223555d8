import BotKit
import ChatModel
import Foundation
import Synchronization
import Testing

@testable import BotConfiguration
@testable import BotTesting
@testable import MezonBotApp
@testable import ProgramBots

struct ProgramConfigurationTests {
    private let folder = try! TemporaryDirectory()

    private func check(
        _ bots: String, registry: BotRegistry = BotRegistry([]), host: ProgramHost = ProgramHost()
    ) throws -> (compiled: CompiledConfiguration?, lines: [String]) {
        let file = folder.path + "/config.yaml"
        try "version: 1\nbot: { gateway: local }\n\(bots)\n".write(toFile: file, atomically: true, encoding: .utf8)
        let (compiled, report) = CompiledConfiguration.check(file, registry: registry, environment: [:], programs: host)
        let lines = report.diagnostics.map { found in
            "\(found.position.line):\(found.position.column) \(found.code): \(found.message)"
                + (found.suggestion.map { "; \($0)" } ?? "")
        }
        return (compiled, lines)
    }

    private func write(_ text: String, _ name: String, isExecutable: Bool = false) throws {
        try text.write(toFile: folder.path + "/" + name, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes(
            [.posixPermissions: isExecutable ? 0o755 : 0o644], ofItemAtPath: folder.path + "/" + name)
    }

    @Test(arguments: [
        (
            "bots:\n  w: { enabled_in: all, program: [no-such-program], grants: [reply] }",
            "4:35 program-not-found: there is no program 'no-such-program'; install it, or correct the name"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: [plain.sh], grants: [reply] }",
            "4:35 program-not-found: there is no program 'plain.sh'; write ./plain.sh for the file beside the configuration"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: [./plain.sh], grants: [reply] }",
            "4:35 program-not-executable: './plain.sh' is not executable; run chmod +x ./plain.sh, or write the interpreter "
                + "before it: [python3, ./plain.sh]"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: [./silent.sh], grants: [reply] }",
            "4:35 program-failed: 'w': it ended with code 7: no luck"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: [./good.sh], grants: [reply, fly] }",
            "4:63 bad-grant: 'fly' is not a permission of programs; known are reply, send, react, edit, delete, pin, dm, ephemeral, "
                + "mention_everyone, moderate, channels, status, tokens, groups, media, roles, run, schedule, request, drop"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: [./good.sh] }",
            "4:3 missing-grant: the program 'w' needs the key 'grants'; write grants: [reply], or others of reply, send, react, "
                + "edit, delete, pin, dm, ephemeral, mention_everyone, moderate, channels, status, tokens, groups, media, roles, run, "
                + "schedule, request, drop"
        ),
        (
            "bots:\n  Big Bot: { enabled_in: all, program: [./good.sh], grants: [reply] }",
            "4:3 bad-name: the name of a bot is lower-case letters, digits and dashes; write bigbot"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: [], grants: [reply] }",
            "4:34 bad-program: 'program' must be a program and its arguments, at most 64 words; write program: [python3, w.py]"
        ),
        (
            "bots:\n  w: { enabled_in: all, environment: { A: b } }",
            "4:25 wrong-place: 'environment' is for bots that are programs; add program: [python3, w.py], or remove it"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: [./good.sh], grants: [reply], environment: { KEY: \"${env:NO_KEY}\" } }",
            "4:84 unset-variable: the variable NO_KEY is not set; set NO_KEY"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: [./good.sh], grants: [reply], secrets: { key: \"${env:NO_KEY}\" } }",
            "4:80 unset-variable: the variable NO_KEY is not set; set NO_KEY"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: [./good.sh], grants: [reply], secrets: { key: abcd } }",
            "4:80 secret-in-file: a secret must not be written in a configuration file; treat this one as leaked; write ${env:NAME} "
                + "or ${file:/path/to/it}"
        ),
        (
            "bots:\n  w: { enabled_in: all, secrets: {} }",
            "4:25 wrong-place: 'secrets' is for bots that are programs; add program: [python3, w.py], or remove it"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: [./good.sh], grants: [reply, request] }",
            "4:3 missing-http: 'w' sends web requests, but no host is allowed; write http: { allow: [api.example.org] } for it under "
                + "'bots' of the top level, with the hosts that it asks"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: python3 ./w.py, grants: [reply] }",
            "4:34 program-not-found: there is no program 'python3 ./w.py'; write program: [python3, ./w.py]"
        ),
        (
            "bots:\n  w: { enabled_in: all, timeout: 2s }",
            "4:25 wrong-place: 'timeout' is for bots that are programs; add program: [python3, w.py], or remove it"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: [./good.sh], grants: [reply], memory: 1MB, timeout: 2s }",
            "4:72 bad-size: a program may have from 16MiB to 1024GiB of memory; write 1GiB"
        ),
        (
            "bots:\n  w: { enabled_in: all, program: [./good.sh], grants: [reply], timeout: 20s }",
            "4:73 bad-duration: expected a duration from 1s to 10s"
        ),
    ])
    func `a mistake is reported with its place and what to write`(bots: String, line: String) throws {
        try write("echo", "plain.sh")
        try write("#!/bin/sh\necho no luck >&2\nexit 7\n", "silent.sh", isExecutable: true)
        try write("#!/bin/sh\necho '{\"hello\":1}'\ncat > /dev/null\n", "good.sh", isExecutable: true)
        let lines = try check(bots).lines
        #expect(lines.contains(line), "\(lines)")
    }

    @Test func `a program cannot take the name of a bot of this build, nor differ in a clan`() throws {
        try write("#!/bin/sh\necho '{\"hello\":1}'\ncat > /dev/null\n", "good.sh", isExecutable: true)
        let taken = try check(
            "bots:\n  greeter: { enabled_in: all, program: [./good.sh], grants: [reply] }", registry: BotRegistry([Greeter.self]))
        #expect(taken.lines.contains { $0.hasPrefix("4:3 duplicate-name: this build has a bot of the name 'greeter'") })
        let clan = try check(
            """
            names: { clans: { lab: "12" } }
            bots:
              w: { enabled_in: all, program: [./good.sh], grants: [reply] }
            clans:
              lab: { bots: { w: { program: [./other.sh] } } }
            """)
        #expect(clan.lines.contains { $0.hasPrefix("7:23 ") && $0.contains("'program'") }, "\(clan.lines)")
    }

    @Test func `a listing shows the program, its commands and its permissions`() throws {
        try write(
            "#!/bin/sh\necho '{\"hello\":1,\"summary\":\"Weather.\",\"commands\":[{\"name\":\"w\",\"arguments\":\"place\"}]}'\ncat\n",
            "w.sh", isExecutable: true)
        let (compiled, lines) = try check(
            "bots:\n  w: { enabled_in: all, program: [./w.sh], grants: [reply, delete] }", registry: BotRegistry([Greeter.self]))
        let listing = try #require(try compiled?.listing(of: BotRegistry([Greeter.self]), BotFacts()), "\(lines)")
        #expect(listing.map(\.name) == ["w", "greeter"])
        #expect(listing[0].program == ["./w.sh"] && listing[0].needs == ["delete", "reply"])
        #expect(listing[0].summary == "Weather." && listing[0].commands.map(\.usage) == ["*w [place…]"])
    }

    @Test func `a program may have less time than other bots`() async throws {
        try write("#!/bin/sh\necho '{\"hello\":1}'\ncat > /dev/null\n", "good.sh", isExecutable: true)
        let settings = ProgramSettings(
            command: [.init(text: "./good.sh", position: SourcePosition(file: "", line: 1, column: 1))], environment: [:],
            timeout: .seconds(2))
        let bot = try ProgramHost().definition(
            of: "w", settings, in: folder.path, hiding: "/nowhere", needs: [.reply], .all)
        let handler = try bot.initializer(options: .null, runsLate: false)(BotRuntime())
        #expect(handler.stepTimeout(for: .message(.make(text: "hi"))) == .seconds(2))
    }

    @Test func `a reload keeps a program, and starts one whose file has changed in its place`() throws {
        let starts = Mutex(0)
        func script(_ hello: String) -> String { "#!/bin/sh\necho started >&2\necho '\(hello)'\ncat > /dev/null\n" }
        func count() -> Int { starts.withLock { $0 } }
        let host = ProgramHost { _, line in starts.withLock { $0 += line == "started" ? 1 : 0 } }
        try write(script("{\"hello\":1}"), "p.sh", isExecutable: true)
        let first = try #require(
            try check("bots:\n  w: { enabled_in: all, program: [./p.sh], grants: [reply] }", host: host).compiled)
        let second = try #require(first.reload().compiled)
        #expect(count() == 1)
        try write(script("{\"hello\":1}") + "# changed\n", "p.sh", isExecutable: true)
        let third = try #require(second.reload().compiled)
        #expect(count() == 2 && first.obstacle(to: third) == nil)
        // Its commands are part of what the bot has been started with.
        try write(script("{\"hello\":1,\"summary\":\"New.\"}"), "p.sh", isExecutable: true)
        let report = third.reload().report
        #expect(report.diagnostics.map(\.code) == ["program-failed"])
        #expect(report.human().contains("restart the bot"))
        // Bots that start anew, as after another process has run them, take it.
        let next = third.load([:], .renewed)
        #expect(next.report.diagnostics.map(\.code) == [])
        #expect(try next.compiled?.listing(of: BotRegistry([]), BotFacts()).map(\.summary) == ["New."])
        #expect(next.compiled?.reload().report.diagnostics.isEmpty == true)
    }

    @Test(arguments: ["secrets: { token: \"${file:token}\" }", "secrets: { key: \"${file:token}\" }, memory: 200MiB"])
    func `another name of a secret and another limit of memory need a restart`(change: String) throws {
        let host = ProgramHost { _, _ in }
        try write("#!/bin/sh\necho '{\"hello\":1}'\ncat > /dev/null\n", "p.sh", isExecutable: true)
        try write("abcdefgh\n", "token", isExecutable: false)
        func bots(_ settings: String) -> String {
            "bots:\n  w: { enabled_in: all, program: [./p.sh], grants: [reply], \(settings) }"
        }
        let first = try #require(try check(bots("secrets: { key: \"${file:token}\" }"), host: host).compiled)
        #expect(first.obstacle(to: try #require(first.reload().compiled)) == nil)
        let text = "version: 1\nbot: { gateway: local }\n\(bots(change))\n"
        try text.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let second = try #require(first.reload().compiled)
        #expect(first.obstacle(to: second)?.hasPrefix("'bots: w' cannot change") == true)
    }

    @Test func `neither a draft nor a reload starts another program`() throws {
        let started = Mutex<[String]>([])
        let host = ProgramHost { _, line in started.withLock { $0.append(line) } }
        try write("#!/bin/sh\necho '{\"hello\":1}'\ncat > /dev/null\n", "good.sh", isExecutable: true)
        try write("#!/bin/sh\necho other >&2\necho '{\"hello\":1}'\ncat > /dev/null\n", "other.sh", isExecutable: true)
        let bots = "bots:\n  w: { enabled_in: all, program: [./good.sh], grants: [reply] }"
        let compiled = try #require(try check(bots, host: host).compiled)
        let text = "version: 1\nbot: { gateway: local }\n\(bots.replacing("good", with: "other"))\n"
        let draft = compiled.reload(drafts: ["config.yaml": text])
        #expect(draft.report.diagnostics.map(\.code) == ["program-unstarted"])
        try text.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        #expect(compiled.load([:], .renewed).report.diagnostics.map(\.code) == ["program-unstarted"])
        let candidate = try #require(compiled.reload().compiled)
        #expect(
            compiled.obstacle(to: candidate) == "'bots: w' cannot change while the bot is running; restart it to apply the change"
        )
        #expect(started.withLock { $0 } == [])
    }
}

private struct Greeter: Bot {
    static let manifest = Manifest("greeter", "Greets.", needs: [.reply])
    let options: NoOptions
}
