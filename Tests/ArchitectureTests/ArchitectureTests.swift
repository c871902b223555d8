import Foundation
import Testing

/// The repository that contains this file.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the names of the folders in a folder.
    static func folders(in path: String) throws -> [String] {
        let keys: [URLResourceKey] = [.isDirectoryKey]
        return try FileManager.default.contentsOfDirectory(at: root.appending(path: path), includingPropertiesForKeys: keys)
            .filter { try $0.resourceValues(forKeys: Set(keys)).isDirectory == true }
            .map(\.lastPathComponent).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Returns the targets of the groups in `Sources`, with their folders.
    static func targets() throws -> [(name: String, path: String)] {
        try folders(in: "Sources").flatMap { group in
            try folders(in: "Sources/\(group)").map { ($0, "Sources/\(group)/\($0)") }
        }
    }

    /// Returns the Swift files of a folder at every depth, with their texts.
    static func files(in path: String) throws -> [(name: String, text: String)] {
        let folder = root.appending(path: path)
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
            (path + "/" + name, try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }
    }

    static func imports(of text: String) -> Set<String> {
        Set(
            text.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ").map(String.init)
                guard let position = words.firstIndex(of: "import"), position <= 3, position + 1 < words.count,
                    words[..<position].allSatisfy({ modifiers.contains($0) })
                else { return nil }
                let name = kinds.contains(words[position + 1]) ? words.last : words[position + 1]
                return name?.split(separator: ".").first.map(String.init)
            })
    }

    private static let modifiers: Set<String> = [
        "public", "package", "internal", "private", "fileprivate", "@_exported", "@testable", "@preconcurrency",
    ]
    private static let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
}

/// Tests the architecture: targets import only lower rows, and each third-party module has one home.
struct ArchitectureTests {
    /// The rows, lowest first. A target imports only targets of lower rows.
    static let rows: [[String]] = [
        ["ChatModel", "TextFolding", "CLibPQ", "CRE2", "CRuntimeProbe", "CSQLiteSettings", "bot-texts"],
        ["AsyncSupport", "CClockInterposer"],
        ["MezonProtocol", "ModelContextServer", "PatternMatching", "Storage", "TextClassification", "Transport"],
        ["Recurrence", "PostgreSQLStorage"],
        ["BotConfiguration", "BotKit"],
        ["MezonClient", "Delivery", "EventProcessing", "ProgramBots", "RuleEngine", "MezonTestGateway"],
        ["Moderation", "RuleImport", "ConnectorKit"],
        ["Replay", "IRC", "Matrix", "Mezon", "Webhooks"],
        ["MezonBotApp"],
        ["BotTesting"],
        ["BotTestingTraits", "Console"],
        ["MezonBotCommands"],
        ["mezon-bot"],
    ]

    /// The modules that every target may import.
    private static let common = platform.union(["Logging", "ServiceLifecycle"])

    /// The targets that may import each third-party module.
    static let homes: [String: Set<String>] = [
        // Its home is MezonProtocol; the others use the messages that MezonProtocol's generated code declares.
        "SwiftProtobuf": ["MezonProtocol", "MezonClient", "MezonTestGateway", "MezonBotApp", "BotTesting"],
        "UnixSignals": ["MezonBotCommands"],
        "Yams": ["BotConfiguration"],
        "CRE2": ["PatternMatching"],
        "CSQLiteSettings": ["Storage"],
        "CLibPQ": ["PostgreSQLStorage"],
        "CRuntimeProbe": ["BotTesting"],
        "CClockInterposer": [],
        "DequeModule": ["Storage"],
        "GRDB": ["Storage"],
        "GRDBSQLite": ["Storage"],
        "Crypto": ["MezonTestGateway", "MezonClient", "Storage", "ConnectorKit", "IRC", "Webhooks", "Transport"],
        "AsyncHTTPClient": ["MezonClient", "ConnectorKit", "Matrix", "Webhooks", "Transport"],
        "Hummingbird": ["Console"],
        "HummingbirdCore": ["Console"],
        "Mustache": ["Console"],
        "HTTPTypes": ["Console"],
        "NIOHTTPTypes": ["Console"],
        "NIOCore": [
            "MezonClient", "MezonTestGateway", "ConnectorKit", "IRC", "Matrix", "Webhooks", "Transport", "Console",
        ],
        "NIOPosix": ["MezonClient", "MezonTestGateway", "IRC", "Webhooks", "Transport"],
        "NIOHTTP1": ["MezonClient", "MezonTestGateway", "ConnectorKit", "Matrix", "Webhooks", "Transport"],
        "NIOWebSocket": ["MezonClient", "MezonTestGateway"],
        "NIOSSL": ["Transport"],
        "ArgumentParser": ["MezonBotCommands"],
        "Testing": ["BotTestingTraits"],
    ]

    @Test func `every target has a row`() throws {
        let known = Set(Self.rows.joined())
        #expect(try Repository.targets().map(\.name).filter { !known.contains($0) } == [])
    }

    @Test(arguments: try Repository.targets())
    func `a target imports only lower rows, and third-party modules only at home`(target: String, path: String) throws {
        let row = try #require(Self.rows.firstIndex { $0.contains(target) })
        var below = Set(Self.rows[..<row].joined())
        if target == "mezon-bot" { below.formUnion(["Bots", "MezonBotCommands"]) }
        for (file, text) in try Repository.files(in: path) {
            let strangers = Repository.imports(of: text).filter { module in
                !Self.common.contains(module) && !below.contains(module) && Self.homes[module]?.contains(target) != true
            }
            #expect(strangers.sorted() == [], "\(file)")
        }
    }

    @Test(arguments: try Repository.targets())
    func `a module with a home is not imported elsewhere`(target: String, path: String) throws {
        for (file, text) in try Repository.files(in: path) {
            let astray = Repository.imports(of: text).filter { Self.homes[$0]?.contains(target) == false }
            #expect(astray.sorted() == [], "\(file)")
        }
    }

    @Test func `every home of a third-party module imports it`() throws {
        var homes = Self.homes.mapValues { _ in Set<String>() }
        for (target, path) in try Repository.targets() {
            for module in Set(try Repository.files(in: path).flatMap { Repository.imports(of: $0.text) }) {
                homes[module]?.insert(target)
            }
        }
        #expect(homes == Self.homes)
    }

    /// The modules of the toolchain, which need no package.
    private static let platform: Set<String> = [
        "Foundation", "FoundationEssentials", "Glibc", "Musl", "Darwin", "Synchronization", "Dispatch",
    ]

    @Test func `BotKit needs no other package and no system library`() throws {
        let paths = Dictionary(uniqueKeysWithValues: try Repository.targets().map { ($0.name, $0.path) })
        var needed: Set<String> = []
        var next: Set<String> = ["BotKit"]
        while let module = next.popFirst() {
            needed.insert(module)
            guard let path = paths[module] else { continue }
            let imports = try Repository.files(in: path).flatMap { Repository.imports(of: $0.text) }
            next.formUnion(Set(imports).subtracting(Self.platform).subtracting(needed))
        }
        #expect(needed.sorted() == ["AsyncSupport", "BotKit", "ChatModel", "Recurrence", "TextFolding"])
    }

    @Test func `a bot imports BotKit alone`() throws {
        let files = try Repository.files(in: "Bots")
        #expect(!files.isEmpty)
        for (file, text) in files {
            #expect(Repository.imports(of: text).subtracting(["BotKit", "Foundation"]).sorted() == [], "\(file)")
        }
    }

    @Test(arguments: try Repository.folders(in: "Bots"))
    func `every bot's folder is in the registry`(folder: String) throws {
        let registry = try String(contentsOf: Repository.root.appending(path: "Bots/Registry.swift"), encoding: .utf8)
        #expect(registry.contains("\(folder).self"))
    }

    /// The manifest must not give a target a dependency that its files may not import.
    @Test func `the manifest lists only dependencies of lower rows`() throws {
        let manifest = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        let known = Set(Self.rows.joined())
        for declaration in manifest.split(separator: "module(").dropFirst() {
            let names = declaration.prefix { $0 != ")" }.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }
                .map { String($0.element) }
            guard let target = names.dropFirst().first, let row = Self.rows.firstIndex(where: { $0.contains(target) }) else {
                continue
            }
            let below = Set(Self.rows[..<row].joined())
            let astray = names.dropFirst(2).filter { known.contains($0) && !below.contains($0) }
            #expect(astray == [], "\(target)")
        }
    }

    @Test(arguments: [("Actions", "ParsableAction"), ("Conditions", "ParsableCondition")])
    func `every action and condition of rules has a test file of its name`(folder: String, kind: String) throws {
        let tests = Set(try Repository.files(in: "Tests/RuleEngineTests/\(folder)").map(\.name))
        let missing = try Repository.files(in: "Sources/Rules/RuleEngine/\(folder)").filter { $0.text.contains(": \(kind) {") }
            .compactMap { $0.name.split(separator: "/").last?.replacing(".swift", with: "Tests.swift") }
            .filter { name in !tests.contains { $0.hasSuffix("/" + name) } }
        #expect(missing == [])
    }

    /// The module replaces C library functions in the whole process.
    @Test func `the clock interposer is linked into test programs only`() throws {
        let manifest = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        #expect(
            manifest.split(separator: "\n").filter { $0.contains("\"CClockInterposer\"") }.map { $0.trimmingPrefix { $0 == " " } }
                == [
                    #"module("Bots", "BotTestingTraits", ["BotTesting", "CClockInterposer"]),"#,
                    #".target(name: "CClockInterposer", dependencies: ["CRuntimeProbe"], path: "Sources/Support/CClockInterposer"),"#,
                ])
        let users = manifest.split(separator: "\n").filter { $0.contains("\"BotTestingTraits\"") }
        #expect(users.filter { !$0.contains("tests(") }.count == 2, "the product, and the target itself")
    }

    @Test(arguments: [
        ("import Foundation", ["Foundation"]), ("package import GRDB", ["GRDB"]),
        ("@_exported public import ChatModel", ["ChatModel"]),
        ("@testable import EventProcessing", ["EventProcessing"]), ("import struct Foundation.Date", ["Foundation"]),
        ("    import Glibc", ["Glibc"]),
        ("// import nothing", []), ("let imports = 1", []),
    ])
    func `an import statement is recognized`(line: String, modules: [String]) {
        #expect(Repository.imports(of: line).sorted() == modules)
    }
}
