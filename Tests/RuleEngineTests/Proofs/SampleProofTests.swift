import BotConfiguration
import Foundation
import Testing

@testable import RuleEngine

/// Reviews every rule set of the project.
struct SampleProofTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let configurations = [
        "config.yaml", "Examples/Relay/config.yaml", "Examples/LineConnector/config.yaml",
        "Examples/OutsideBot/Program/config.yaml", "Examples/Programs/config.yaml", "Tests/MezonBotAppTests/SixRules/config.yaml",
    ]

    /// Returns the texts of the files below a folder, by relative path.
    private func texts(below folder: URL) throws -> [String: String] {
        var texts: [String: String] = [:]
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in files where ["yaml", "txt", "ics"].contains(file.pathExtension) {
            texts[String(file.path.dropFirst(folder.path.count + 1))] = try String(contentsOf: file, encoding: .utf8)
        }
        return texts
    }

    @Test(arguments: configurations) func `nothing is proven of the rules that the project ships`(path: String) throws {
        let file = Self.root.appending(path: path).resolvingSymlinksInPath()
        let folder = file.deletingLastPathComponent()
        var texts = ["config.yaml": try String(contentsOf: file, encoding: .utf8)]
        // The project's own folder has more than rules.
        for part in path == "config.yaml" ? ["rules"] : [""] {
            for (name, text) in try self.texts(below: folder.appending(path: part).resolvingSymlinksInPath()) {
                texts[part.isEmpty ? name : "\(part)/\(name)"] = text
            }
        }
        let loaded = ConfigurationLoader(environment: [:]).load(texts: texts, root: "config.yaml", fromAnyBuild: true)
        let configuration = try #require(loaded.configuration, "\(loaded.diagnostics)")
        let compiler = RuleCompiler(configuration)
        let (set, compiled) = compiler.compile()
        try #require(!(loaded.diagnostics + compiled).hasErrors, "\(loaded.diagnostics + compiled)")
        #expect(compiler.usageWarnings(of: set) == [])
    }

    @Test func `every configuration of the project is among them`() throws {
        var found: Set<String> = []
        for folder in ["Examples", "Bots", "Tests/MezonBotAppTests"] {
            let url = Self.root.appending(path: folder).resolvingSymlinksInPath()
            let files = try #require(FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil))
            for case let file as URL in files where file.lastPathComponent == "config.yaml" {
                found.insert(folder + file.path.dropFirst(url.path.count))
            }
        }
        #expect(found == Set(Self.configurations.dropFirst()))
    }
}
