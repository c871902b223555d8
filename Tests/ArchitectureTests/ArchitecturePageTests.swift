import Foundation
import Testing

/// Tests that `Documentation/Architecture.md` matches the sources: its types, paths, targets and third-party modules.
struct ArchitecturePageTests {
    /// A row of the table of targets.
    private struct Row: Hashable {
        var number: Int
        var targets: Set<String>
        var modules: Set<String>
    }

    private static let page = "Documentation/Architecture.md"

    /// Names in code style that are no types of this project: signals, and types of other packages.
    private static let foreign: Set<String> = ["SIGPIPE", "SIGXFSZ", "Sendable", "ServiceGroup"]
    /// Folders of the data directory.
    private static let dataFolders: Set<String> = ["blobs/"]
    /// The names of the table for modules of one package.
    private static let packages = [
        "NIOCore": "NIO", "NIOPosix": "NIO", "NIOHTTP1": "NIO", "NIOHTTPTypes": "NIO", "NIOWebSocket": "NIO",
        "GRDBSQLite": "GRDB", "HummingbirdCore": "Hummingbird",
    ]
    /// The toolchain's modules that have a home in `ArchitectureTests.homes`.
    private static let toolchain: Set<String> = ["Testing"]

    @Test func `every type, file and path on the architecture page exists`() throws {
        let sources = try Sources()
        let spans = try DocumentationTests.codeSpans(in: DocumentationTests.text(of: Self.page))
        #expect(spans.count > 100)
        #expect(spans.filter { !sources.contains($0) } == [])
    }

    @Test(arguments: [
        "EventDispatchers", "EventDispatcher.stop", "MezonConnection.nextEvent()", "Dispatcher.swift", "Sources/Engine/Nowhere/",
        "Store+Nothing.swift", "Targets",
    ])
    func `a name that does not exist is found`(span: String) throws {
        #expect(try !Sources().contains(span))
    }

    @Test func `the table of targets has the rows of the architecture tests`() throws {
        let targets = try Self.rows().reduce(into: [Int: Set<String>]()) { $0[$1.number, default: []].formUnion($1.targets) }
        let expected = ArchitectureTests.rows.enumerated().map { Set($0.element) }
        #expect((0..<max(targets.count, expected.count)).map { (targets[$0] ?? []).subtracting(["Bots"]) } == expected)
    }

    @Test func `the table of targets lists the third-party modules that the targets import`() throws {
        let paths = try Dictionary(uniqueKeysWithValues: Repository.targets().map { ($0.name, $0.path) })
        for row in try Self.rows() {
            let imports = try row.targets.flatMap { target in
                try Repository.files(in: paths[target] ?? target).flatMap { Repository.imports(of: $0.text) }
            }
            let modules = Set(imports).intersection(ArchitectureTests.homes.keys).subtracting(paths.keys)
                .subtracting(Self.toolchain)
            #expect(Set(modules.map { Self.packages[$0] ?? $0 }) == row.modules, "\(row.targets.sorted())")
        }
    }

    /// Parses `| 1 | `Storage` | Journal, … | GRDB, Crypto |`.
    private static func rows() throws -> [Row] {
        try DocumentationTests.text(of: page).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 6, let number = Int(cells[1]), cells[2].hasPrefix("`"), !cells[4].contains("`") else {
                return nil
            }
            return Row(
                number: number, targets: Set(DocumentationTests.codeSpans(in: cells[2])),
                modules: Set(cells[4].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }))
        }
    }

    /// The names in `Sources` and `Bots`, and the files of the repository.
    private struct Sources {
        private let texts: [String]
        private let files: Set<String>
        /// The types, and the names of targets and of groups of targets.
        private let names: Set<String>

        init() throws {
            let sources = try Repository.files(in: "Sources") + Repository.files(in: "Bots")
            texts = sources.map(\.text)
            files = Set(sources.compactMap { $0.name.split(separator: "/").last.map(String.init) })
            let folders = try ["Sources", "Tests"].flatMap(Repository.folders) + ["Bots"]
            names = try Set(texts.flatMap(Self.types)).union(folders).union(Repository.targets().map(\.name))
        }

        /// Returns a Boolean value that indicates whether a code span names something that exists, or names no type or path.
        func contains(_ span: String) -> Bool {
            if ArchitecturePageTests.foreign.contains(span) || ArchitecturePageTests.dataFolders.contains(span) { return true }
            if span.contains(" ") { return true }
            if span.contains("/") { return FileManager.default.fileExists(atPath: Repository.root.appending(path: span).path) }
            if span.hasSuffix(".swift") { return files.contains(span) }
            guard let match = span.wholeMatch(of: /([A-Z]\w*)(?:\.(\w+)(?:\(.*\))?)?/) else { return true }
            guard let member = match.2 else { return names.contains(String(match.1)) }
            let declarations = member == "init" ? ["init("] : ["func \(member)", "var \(member)", "let \(member)"]
            return texts.contains { text in
                text.contains(" \(match.1) {") || text.contains(" \(match.1):")
                    ? declarations.contains { text.contains($0) } : false
            }
        }

        /// The types that a file declares.
        private static func types(in text: String) -> [String] {
            text.split(separator: "\n").compactMap { line in
                let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count, keyword < 4 else {
                    return nil
                }
                return String(words[keyword + 1])
            }
        }

        private static let keywords: Set<Substring> = ["class", "struct", "enum", "actor", "protocol", "typealias"]
    }
}
