import Foundation
import Testing

/// Tests the sources against the limits of `Scripts/source-checks.limits`, and the script that measures them.
struct SourceChecksTests {
    /// One row of the script's output.
    private struct Check: Decodable {
        var check: String
        var figure: Double
        var ceiling: Double
        var goal: Double
        var places: [String]
    }

    @Test func `the sources stay within the limits of the source checks`() throws {
        let checks = try Self.run(on: Repository.root)
        #expect(checks.map(\.check) == ["circles", "openers", "undocumented", "duplicates", "retired"])
        for check in checks {
            print("source-checks: \(check.check) \(check.figure), ceiling \(check.ceiling), goal \(check.goal)")
            let places = check.places.prefix(100).joined(separator: "\n")
            #expect(check.figure <= check.ceiling, "\(check.check); Scripts/source-checks --list \(check.check):\n\(places)")
            #expect(check.ceiling >= check.goal, "\(check.check): a ceiling ends at its goal")
        }
    }

    @Test func `the source checks find a violation of each limit at its place`() throws {
        let found = try Self.run(on: [
            "Sources/Model/ChatModel/Order.swift": """
            /// An order.
            public struct Order {
                /// Its items: "struct Text" is text.
                public var items: [Item] = ["\\(Item.count(in: "Ledger"))"]
                public init() {}
                var hidden = 1
            }
            extension Item { /* Ledger */ func describe() {} }
            """,
            "Sources/Model/ChatModel/Item.swift": """
            /// What an item is.
            struct Item { var ledger: Ledger }
            enum Kind { case first(Kind2); enum Kind2 {} }
            """,
            "Sources/Model/ChatModel/Ledger.swift": "/// A ledger.\nstruct Ledger { init(_ item: Item) { item.describe() } }",
            "Sources/Rules/RuleEngine/Ledger.swift": "final class Ledger {}",
            "Sources/Rules/RuleEngine/GapKeeper.swift": "struct GapKeeper {}",
            "Sources/Rules/RuleEngine/Alone.swift": "struct Alone { let other = Ledger() } // the FileStore of Order",
            "README.md": "mezon-bot \("letters") shows them.",
        ])
        #expect(found["circles"]?.figure == 3)
        #expect(
            found["circles"]?.places == [
                "Sources/Model/ChatModel/Item.swift:1: in a circle of 3 files of ChatModel; needs Ledger",
                "Sources/Model/ChatModel/Ledger.swift:1: in a circle of 3 files of ChatModel; needs Item, describe",
                "Sources/Model/ChatModel/Order.swift:1: in a circle of 3 files of ChatModel; needs Item",
            ])
        #expect(found["openers"]?.places == ["Sources/Model/ChatModel/Item.swift:1: /// What an item is."])
        #expect(found["undocumented"]?.places == ["Sources/Model/ChatModel/Order.swift:5: init Order."])
        #expect(
            found["duplicates"]?.places == [
                "Sources/Model/ChatModel/Ledger.swift:2: Ledger", "Sources/Rules/RuleEngine/Ledger.swift:1: Ledger",
            ])
        #expect(
            found["retired"]?.places == [
                "Sources/Rules/RuleEngine/GapKeeper.swift:1: struct GapKeeper", "README.md:1: mezon-bot \("letters")",
            ])
    }

    @Test func `a brace after a name is a call with a trailing closure unless it opens the body of a condition`() throws {
        let found = try Self.run(on: [
            "Sources/Model/ChatModel/Order.swift": """
            struct Order { let item: Item }
            extension Order { func total() {} }
            """,
            "Sources/Model/ChatModel/Item.swift": """
            struct Item {
                init(_ total: Int?, _ ledger: Int?) {
                    if let total { print(total) }
                    switch total { default: break }
                    while ledger != nil,
                        let total {}
                }
            }
            """,
            "Sources/Model/ChatModel/Ledger.swift": "struct Ledger { func show() { if isOpen { page.lines { print($0) } } } }",
            "Sources/Model/ChatModel/Page.swift": """
            struct Page {}
            extension Page { func lines(_ body: (Ledger) -> Void) {} }
            """,
        ])
        #expect(
            found["circles"]?.places == [
                "Sources/Model/ChatModel/Ledger.swift:1: in a circle of 2 files of ChatModel; needs lines",
                "Sources/Model/ChatModel/Page.swift:1: in a circle of 2 files of ChatModel; needs Ledger",
            ])
    }

    /// Runs the script on files in a folder of their own. The result contains the checks by name.
    private static func run(on files: [String: String]) throws -> [String: Check] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "source-checks-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return try run(on: folder).reduce(into: [:]) { $0[$1.check] = $1 }
    }

    /// Runs the script on a folder.
    private static func run(on folder: URL) throws -> [Check] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script = Repository.root.appending(path: "Scripts/source-checks").path
        process.arguments = ["python3", script, "--json", "--root", folder.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode([Check].self, from: data)
    }
}
