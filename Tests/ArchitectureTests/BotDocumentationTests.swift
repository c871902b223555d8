import Foundation
import Testing

/// Tests that the pages about the bots match them.
struct BotDocumentationTests {
    private struct Row: Equatable {
        var folder: String
        var lines: Int
    }

    private static let longest = 150  // The maximum number of lines of a bot's folder; a longer one is an application.
    /// The bots that count as applications; each of their files observes the limit.
    private static let applications: Set = ["Reminders"]

    @Test func `the page about the bots lists their current lengths, and none is too long`() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "Bots/README.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").compactMap(Self.row)
        #expect(rows.count > 10)
        #expect(rows == (try rows.map { Row(folder: $0.folder, lines: try Self.length(of: $0.folder)) }))
        #expect(rows.filter { $0.lines > Self.longest && !Self.applications.contains($0.folder) } == [])
        for folder in Self.applications {
            let files = try Repository.files(in: "Bots/\(folder)").filter { $0.text.utf8.count { $0 == 10 } > Self.longest }
            #expect(files.map(\.name) == [])
        }
    }

    @Test func `the eleven kinds of bots are samples of the given lengths, each with a fixture`() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "Documentation/Bots.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").compactMap(Self.row)
        #expect(rows.count == 11)
        #expect(rows == (try rows.map { Row(folder: $0.folder, lines: try Self.length(of: $0.folder)) }))
        #expect(rows.filter { $0.lines > Self.longest } == [])
        let fixtures = try FileManager.default.contentsOfDirectory(
            atPath: Repository.root.appending(path: "Tests/BotsTests/Fixtures").path)
        #expect(rows.filter { !fixtures.contains($0.folder.lowercased() + ".jsonl") } == [])
    }

    /// Parses `| … | [Kudos](Kudos/Kudos.swift) | 72 |`.
    private static func row(_ line: Substring) -> Row? {
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.suffix(2)
        guard let link = cells.first, let lines = cells.last.flatMap({ Int($0) }), link.hasPrefix("["),
            let end = link.firstIndex(of: "]")
        else { return nil }
        return Row(folder: String(link[link.index(after: link.startIndex)..<end]), lines: lines)
    }

    private static func length(of folder: String) throws -> Int {
        try Repository.files(in: "Bots/\(folder)").reduce(0) { $0 + $1.text.utf8.count { $0 == 10 } }
    }
}
