import BotKit
import BotTesting
import Foundation
import Testing

@testable import MezonBotApp

struct BotScaffoldTests {
    private struct Roller: Bot {
        static let manifest = Manifest("roller", needs: [.reply])
        let options: NoOptions
        var commands: [Command<Self>] { Command("throw", aliases: ["toss"]) { _ in [] } }
    }

    private static let registry = BotRegistry([Roller.self])

    /// A minimal checkout.
    private struct Scenario {
        let folder: TemporaryDirectory

        init(config: String = "version: 1\nnames: { channels: { lab: \"12\" } }\nbots:\n  roller: { enabled_in: all }\n")
            throws
        {
            folder = try TemporaryDirectory()
            for (file, text) in [
                ("Package.swift", ""), ("Bots/Registry.swift", "let r = BotRegistry([\n    Roller.self,\n])\n"),
                ("Bots/Roller/Roller.swift", "struct Roller: Bot {\n    struct Inner {}\n}\n\nfinal class Odd {}\n"),
                ("Sources/Bots/BotKit/Bot.swift", "public protocol Bot: Sendable {}\n"),
                ("Tests/BotsTests/Fixtures/roller.jsonl", ""), ("config.yaml", config),
            ] {
                let url = URL(fileURLWithPath: folder.path).appending(path: file)
                try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: url, atomically: true, encoding: .utf8)
            }
        }

        func bot(_ name: String, in channel: String? = nil) throws -> BotScaffold {
            let (compiled, report) = CompiledConfiguration.check(
                folder.path + "/config.yaml", registry: BotScaffoldTests.registry, environment: [:])
            return try BotScaffold(
                name, in: folder.path, config: "config.yaml", compiled: try #require(compiled, "\(report)"), channel: channel,
                registry: BotScaffoldTests.registry, environment: [:])
        }

        /// Returns the text of every file.
        func files() throws -> [String: String] {
            let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return try Dictionary(
                uniqueKeysWithValues: names.filter { $0.contains(".") }.map {
                    ($0, try String(contentsOfFile: folder.path + "/" + $0, encoding: .utf8))
                })
        }
    }

    @Test func `a new bot adds its files, its registry entry and its configuration entry`() throws {
        let scenario = try Scenario()
        let before = try scenario.files()
        let bot = try scenario.bot("WordChain")
        #expect(try scenario.files() == before)
        try bot.write()
        let after = try scenario.files()
        #expect(
            Set(after.keys).subtracting(before.keys) == [
                "Bots/WordChain/WordChain.swift", "Tests/BotsTests/WordChainTests.swift",
                "Tests/BotsTests/Fixtures/word-chain.jsonl",
            ])
        #expect(after["Bots/Registry.swift"] == "let r = BotRegistry([\n    Roller.self,\n    WordChain.self,\n])\n")
        #expect(
            after["config.yaml"]
                == "version: 1\nnames: { channels: { lab: \"12\" } }\nbots:\n  roller: { enabled_in: all }\n  word-chain: { enabled_in: [lab] }\n"
        )
        #expect(after["Bots/WordChain/WordChain.swift"]?.contains("struct WordChain: Bot {") == true)
        #expect(bot.steps.map(\.what).suffix(2) == ["+ WordChain.self", "+ word-chain, enabled in #lab"])
        _ = try Fixture(scenario.folder.path + "/Tests/BotsTests/Fixtures/word-chain.jsonl")
    }

    @Test(arguments: [
        ("Roller", "Bots/Roller/Roller.swift declares it"), ("odd", "Bots/Roller/Roller.swift declares it"),
        ("bot", "Sources/Bots/BotKit/Bot.swift declares it"), ("String", "Swift or a module declares it"),
        ("help", "*help is the framework's own command"), ("toss", "the bot 'roller' has a command *toss"),
    ])
    func `a bot name in use is rejected with its owner`(name: String, owner: String) throws {
        let scenario = try Scenario()
        let before = try scenario.files()
        do {
            _ = try scenario.bot(name)
            Issue.record("\(name) was taken")
        } catch let error as BotScaffoldError {
            guard case .taken(_, by: owner) = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(try scenario.files() == before)
    }

    @Test func `an existing file is not overwritten`() throws {
        let scenario = try Scenario()
        let file = scenario.folder.path + "/Tests/BotsTests/HelloTests.swift"
        try "mine".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(throws: BotScaffoldError.taken("Hello", by: "Tests/BotsTests/HelloTests.swift exists")) {
            _ = try scenario.bot("Hello")
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    }

    @Test func `an unknown channel for a new bot is rejected`() throws {
        let scenario = try Scenario()
        #expect(throws: BotScaffoldError.self) { _ = try scenario.bot("Hello", in: "lobby") }
    }

    @Test func `a folder that is not a checkout is rejected`() throws {
        let scenario = try Scenario()
        try FileManager.default.removeItem(atPath: scenario.folder.path + "/Package.swift")
        #expect(throws: BotScaffoldError.notACheckout(folder: scenario.folder.path, missing: "Package.swift")) {
            _ = try scenario.bot("Hello")
        }
    }

    @Test(arguments: 0..<5) func `a failed write removes the files already written`(failing: Int) throws {
        let scenario = try Scenario()
        let before = try scenario.files()
        let bot = try scenario.bot("Hello")
        // A folder in place of the file prevents writing even for root.
        let path = scenario.folder.path + "/" + bot.steps[failing].path
        let wasThere = before[bot.steps[failing].path] != nil
        if wasThere { try FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(atPath: path + "/x", withIntermediateDirectories: true)
        #expect(throws: BotScaffoldError.self) { try bot.write() }
        if failing == 0 {
            #expect(!FileManager.default.fileExists(atPath: scenario.folder.path + "/Tests/BotsTests/HelloTests.swift"))
        }
        try FileManager.default.removeItem(atPath: failing == 0 ? scenario.folder.path + "/Bots/Hello" : path)
        var expected = before
        if wasThere { expected[bot.steps[failing].path] = nil }
        #expect(try scenario.files() == expected)
        #expect(!FileManager.default.fileExists(atPath: scenario.folder.path + "/Bots/Hello"))
    }
}
