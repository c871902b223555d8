import BotConfiguration
import ChatModel
import Foundation
package import RuleEngine
package import Storage

/// The stored files of a revision of the rules, without potential secrets.
package struct RevisionFiles: Codable, Sendable, Hashable {
    /// The main file, which includes the others.
    package var root: String
    /// The contents by file name.
    package var texts: [String: String]

    package init(root: String, texts: [String: String]) {
        self.root = root
        self.texts = texts
    }

    /// Decodes stored files; `nil` if another build stored them in another format.
    package init?(json: String) {
        guard let files = try? JSONDecoder().decode(RevisionFiles.self, from: Data(json.utf8)) else { return nil }
        self = files
    }

    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("texts can always be written as JSON: \(error)")
        }
    }
}

extension JournalReader {
    /// Returns the ids of the enforced rules of the latest revision.
    package func enforcedRules() async throws -> Set<String> { try await revisions().first?.rules?.enforced ?? [] }
}

extension RuleRevision {
    /// The compiled rules of the revision; `nil` if this build cannot read them.
    package var rules: RuleSet? { configuration.map { RuleCompiler($0, version: version).compile().0 } }

    /// Returns the clan with a name in the revision's configuration.
    func clan(named name: String) -> ClanID? {
        configuration?.names.entry(named: name).flatMap { $0.kind == .clans ? ClanID($0.id) : nil }
    }

    var timeZone: TimeZone? { configuration?.bot.timeZone }
    var names: NameRegistry? { configuration?.names }

    private var configuration: Configuration? {
        RevisionFiles(json: files).flatMap {
            ConfigurationLoader(environment: [:]).load(texts: $0.texts, root: $0.root, fromAnyBuild: true).configuration
        }
    }
}
