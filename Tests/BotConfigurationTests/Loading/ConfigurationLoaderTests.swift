import ChatModel
import Foundation
import Testing

@testable import BotConfiguration

@Suite struct ConfigurationLoaderTests {
    @Test func `a complete configuration is decoded`() throws {
        let folder = try TemporaryDirectory([
            "config.yaml": """
            version: 1
            bot: { id: "${env:ID}", token: "${file:token}", gateway: "http://127.0.0.1:7350" }
            store: { path: data/x.sqlite }
            send: { per_second: 2 }
            include: [rules/*.yaml]
            names: { clans: { ncc: "2" }, channels: { general: "11", lab: "13" }, users: { an: "7" } }
            defaults: { late: run }
            bots:
              dice: { enabled_in: [lab, ncc], config: { sides: 20, names: [a, 1.10] } }
              echo: { enabled_in: all, late: skip }
            channels:
              general: { incoming: [ { ignore_users: [an, "8"] }, { max_length: 5 } ], outgoing: [ { signature: bye } ] }
              all: { outgoing: [ read_only ] }
            rules: [ { id: inline } ]
            """,
            "rules/a.yaml": "version: 1\nrules: [ { id: included } ]\n",
            "token": "s3cret\n",
        ])
        let loaded = folder.load(environment: ["ID": "42"])
        #expect(loaded.diagnostics == [])
        #expect(loaded.sources.count == 2)
        let configuration = try #require(loaded.configuration)
        #expect(
            configuration.bot
                == AccountSettings(
                    gateway: .remote(host: "127.0.0.1", port: 7350, isSecure: false),
                    credentials: .init(id: 42, token: Secret("s3cret"))))
        #expect(configuration.store.path == folder.url.appending(path: "data/x.sqlite").path)
        #expect(configuration.send == SendSettings(perSecond: 2))
        #expect(configuration.defaults == DefaultSettings(late: .run))
        #expect(configuration.enabledBots.map(\.name) == ["dice", "echo"])
        #expect(configuration.enabledBots.map(\.scope) == [.some(channels: [13], clans: [2]), .all])
        #expect(configuration.enabledBots.map(\.late) == [.run, .skip])
        #expect(
            configuration.enabledBots[0].config
                == .object(["sides": .string("20"), "names": .array([.string("a"), .string("1.10")])]))
        #expect(configuration.enabledBots[1].config == .null)
        let place = configuration.enabledBots[0].position(ofOption: ["names", "1"])
        #expect(place == SourcePosition(file: "config.yaml", line: 9, column: 67, length: 4))
        #expect(configuration.channels.map(\.channel) == [11, nil])
        #expect(configuration.channels.map(\.incoming) == [[.ignoreUsers([7, 8]), .maxLength(5)], []])
        #expect(configuration.channels.map(\.outgoing) == [[.signature("bye")], [.readOnly]])
        #expect(configuration.rules.map(\.position.file) == ["config.yaml", "rules/a.yaml"])
        #expect(configuration.names.name(of: 13) == "lab")
    }

    @Test(arguments: [
        ([:], GatewaySelection.unset),
        (["MEZON_BOT_ID": "42", "MEZON_BOT_TOKEN": "t"], .mezon),
        (["MEZON_BOT_ID": "", "MEZON_BOT_TOKEN": " "], .unset),
    ])
    func `without a gateway setting the credentials select the gateway`(environment: [String: String], gateway: GatewaySelection)
        throws
    {
        let loaded = try TemporaryDirectory(["config.yaml": "version: 1\n"]).load(environment: environment)
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration?.bot.gateway == gateway)
        #expect(loaded.configuration?.bot.credentials == (gateway == .unset ? nil : .init(id: 42, token: Secret("t"))))
        #expect((loaded.configuration?.bot.missingCredentials == nil) == (gateway != .unset))
    }

    @Test(arguments: [
        ("rules: []", "1:1", "MEZON_BOT_ID", "MEZON_BOT_TOKEN_FILE"),
        ("bot: { prefix: \"!\", id: \"${env:X}\", token: \"${env:Y}\" }", "2:25", "set X to", "set Y,"),
        ("bot:\n  token: \"${env:Y}\"", "3:3", "MEZON_BOT_ID", "Y_FILE"),
    ])
    func `a bot without credentials can be checked, and says what to set to run it`(
        section: String, place: String, id: String, token: String
    ) throws {
        let loaded = try TemporaryDirectory(["config.yaml": "version: 1\n\(section)\n"]).load()
        #expect(loaded.diagnostics == [])
        let missing = try #require(loaded.configuration?.bot.missingCredentials)
        #expect(missing.code == "no-credentials" && missing.severity == .error)
        #expect("\(missing.position)" == "config.yaml:\(place)")
        for word in [id, token, "bot: { gateway: local }"] { #expect(missing.suggestion?.contains(word) == true, "\(word)") }
    }

    @Test func `the local gateway has to be asked for, and warns of credentials that it does not use`() throws {
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\nbot: { gateway: local, id: \"${env:X}\" }\n"])
        let loaded = folder.load()
        #expect(loaded.diagnostics == [] && loaded.configuration?.bot.gateway == .local)
        let warned = folder.load(environment: ["X": "42"])
        #expect(warned.configuration?.bot.gateway == .local)
        #expect(
            warned.diagnostics.map { "\($0.position) \($0.severity) \($0.code)" } == [
                "config.yaml:2:17 warning unused-credentials"
            ])
    }

    @Test(arguments: ["", "bot: { token: \"${env:MEZON_BOT_TOKEN}\" }"])
    func `a token is read from the file that the environment names`(section: String) throws {
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\n\(section)\n", "secret": "t\n"])
        let loaded = folder.load(environment: ["MEZON_BOT_ID": "42", "MEZON_BOT_TOKEN_FILE": "secret"])
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration?.bot.credentials == .init(id: 42, token: Secret("t")))
        let missing = folder.load(environment: ["MEZON_BOT_ID": "42", "MEZON_BOT_TOKEN_FILE": "nowhere"])
        #expect(missing.diagnostics.map(\.message) == ["the file 'nowhere' does not exist"])
    }

    @Test func `an unset variable counts as missing, so incomplete credentials are an error`() throws {
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\nbot: { id: \"${env:X}\", token: \"${env:Y}\" }\n"])
        #expect(folder.load().configuration?.bot.gateway == .unset)
        let halves = folder.load(environment: ["X": "42"])
        #expect(halves.diagnostics.map(\.code) == ["no-credentials"])
        #expect(halves.diagnostics.first?.suggestion?.contains("Y_FILE") == true)
    }

    @Test func `errors of all files are reported together, ordered by file and line`() throws {
        let folder = try TemporaryDirectory([
            "config.yaml": "version: 1\ninclude: [rules/*.yaml]\nstroe: 1\n",
            "rules/b.yaml": "version: 1\nrule: []\n",
            "rules/a.yaml": "version: 1\nrules: [ a: b: c ]\n",
        ])
        let loaded = folder.load()
        let report = DiagnosticReport(loaded.diagnostics, sources: loaded.sources)
        #expect(
            report.diagnostics.map { "\($0.position) \($0.code)" } == [
                "config.yaml:3:1 unknown-key", "rules/a.yaml:2:14 syntax", "rules/b.yaml:2:1 unknown-key",
            ])
        #expect(report.summary == "3 errors in 3 files")
    }

    @Test func `an included folder is reported where it is included`() throws {
        let loaded = try TemporaryDirectory([
            "config.yaml": "version: 1\ninclude: [rules, lists/a.yaml]\n", "rules/a.yaml": "version: 1\n",
            "lists/a.yaml": "version: 1\n",
        ]).load()
        #expect(loaded.diagnostics.map { "\($0.position) \($0.code)" } == ["config.yaml:2:11 not-a-file"])
        #expect(loaded.diagnostics.first?.suggestion == "write rules/*.yaml")
    }

    @Test func `an included file that does not exist is an error, and a pattern without matches a warning`() throws {
        let loaded = try TemporaryDirectory([
            "config.yaml": "version: 1\ninclude: [rules/spam.yml, more/*.yaml]\n", "rules/spam.yaml": "version: 1\n",
        ]).load()
        #expect(
            loaded.diagnostics.map { "\($0.position) \($0.severity) \($0.code)" } == [
                "config.yaml:2:11 error missing-file", "config.yaml:2:27 warning include-matches-nothing",
            ])
        #expect(loaded.diagnostics.first?.suggestion == "did you mean 'rules/spam.yaml'?")
    }

    @Test func `a missing configuration, a folder or a device is rejected`() throws {
        #expect(ConfigurationLoader(environment: [:]).load("/nowhere/config.yaml").diagnostics.map(\.code) == ["missing-file"])
        #expect(ConfigurationLoader(environment: [:]).load("/dev/zero").diagnostics.map(\.code) == ["not-a-file"])
        #expect(ConfigurationLoader(environment: [:]).load("/tmp").diagnostics.map(\.code) == ["not-a-file"])
    }

    @Test func `the size and number of configuration files are limited`() throws {
        let large = "# " + String(repeating: "x", count: 1 << 20)
        #expect(try TemporaryDirectory(["config.yaml": large]).load().diagnostics.map(\.code) == ["too-large"])

        var files = ["config.yaml": "version: 1\ninclude: [r/*.yaml]\n"]
        for index in 0..<5 { files["r/\(index).yaml"] = "version: 1 # " + String(repeating: "x", count: 1_000_000) + "\n" }
        #expect(
            try TemporaryDirectory(files).load().diagnostics.map { "\($0.position.file) \($0.code)" } == ["r/4.yaml too-large"])

        files = ["config.yaml": "version: 1\ninclude: [r/*.yaml]\n"]
        for index in 0..<201 { files["r/\(index).yaml"] = "version: 1\n" }
        let loaded = try TemporaryDirectory(files).load()
        #expect(loaded.diagnostics.map(\.code) == ["too-many-files"])
        #expect(loaded.sources.count == 201)
    }

    @Test func `a symbolic link out of the configuration folder is rejected`() throws {
        let outside = try TemporaryDirectory(["secret.yaml": "version: 1\n"])
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\ninclude: [rules/*.yaml]\n", "rules/.keep": ""])
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "rules/a.yaml"), withDestinationURL: outside.url.appending(path: "secret.yaml"))
        #expect(folder.load().diagnostics.map(\.code) == ["include-outside"])
    }

    @Test func `many YAML aliases are accepted, and an error behind them is reported once`() throws {
        let uses = (0..<300).map { "  p\($0): *p\n" }.joined()
        let loaded = try TemporaryDirectory([
            "config.yaml": "version: 1\nbots:\n  a: &p { enabled_in: all, lat: 1 }\n" + uses
        ]).load()
        let report = DiagnosticReport(loaded.diagnostics, sources: loaded.sources)
        #expect(report.diagnostics.map(\.code) == ["unknown-key"])
        #expect(loaded.configuration?.enabledBots.count == 301)
    }

    @Test func `of thousands of unknown keys a hundred are told one by one, and how many more there are`() throws {
        let keys = (0..<20_000).map { "k\($0): 1" }.joined(separator: "\n")
        let loaded = try TemporaryDirectory(["config.yaml": "version: 1\n\(keys)\n"]).load()
        #expect(loaded.diagnostics.count == 101)
        #expect(loaded.diagnostics.last?.message.hasPrefix("19900 more keys are not keys of") == true)
    }

    @Test(arguments: [
        (0..<100_000).map { "k\($0): 1" }.joined(separator: "\n"),
        "rules: [" + String(repeating: "a,", count: 100_000) + "]",
        "rules: {" + (0..<50_000).map { "k\($0)," }.joined() + "}",
        "rules:\n" + String(repeating: " - a\n", count: 50_000),
        "rules:\n" + (0..<50_000).map { " ? k\($0)\n" }.joined(),
    ])
    func `a document of too many nodes is refused before it is parsed`(text: String) throws {
        let loaded = try TemporaryDirectory(["config.yaml": "version: 1\n\(text)\n"]).load()
        #expect(loaded.diagnostics.map(\.code) == ["too-large"])
        #expect(loaded.diagnostics.first?.message.hasSuffix("have more than 80000 keys, values and items") == true)
    }

    @Test func `the nodes of all files count together, and words in text files do not`() throws {
        let rules = "version: 1\n" + String(repeating: "# a: b\n", count: 15_000)
        var files = ["config.yaml": "version: 1\ninclude: [r/*.yaml]\n"]
        for index in 0..<3 { files["r/\(index).yaml"] = rules }
        #expect(
            try TemporaryDirectory(files).load().diagnostics.map { "\($0.position.file) \($0.code)" } == ["r/2.yaml too-large"])

        let words = (0..<50_000).map { "word-\($0)" }.joined(separator: "\n")
        let list = ["config.yaml": "version: 1\nlists: { rude: { file: words.txt } }\n", "words.txt": words]
        #expect(try TemporaryDirectory(list).load().diagnostics == [])
    }
}
