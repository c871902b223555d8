import BotConfig
import Foundation
import MezonModel
package import Persistence
package import Rules

/// The files of one edition of the rules, as the store keeps them. What may be a secret is left out.
package struct RevisionFiles: Codable, Sendable, Hashable {
    /// The file that includes the others.
    package var root: String
    /// By their names.
    package var texts: [String: String]

    package init(root: String, texts: [String: String]) {
        self.root = root
        self.texts = texts
    }

    /// Nil for what an older or newer build has kept in another way.
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
    /// The ids of the rules that act, as the edition says that came into force last.
    package func enforcedRules() async throws -> Set<String> { try await editions().first?.rules?.enforced ?? [] }
}

extension RuleRevision {
    /// The rules of that day; nil where this build can no longer read them.
    package var rules: RuleSet? { configuration.map { RuleCompiler($0, version: version).compile().0 } }

    /// The clan that its configuration calls so.
    func clan(named name: String) -> ClanID? {
        configuration?.names.entry(named: name).flatMap { $0.kind == .clans ? ClanID($0.id) : nil }
    }

    var timeZone: TimeZone? { configuration?.bot.timeZone }
    var names: NameRegistry? { configuration?.names }

    private var configuration: Configuration? {
        RevisionFiles(json: files).flatMap {
            ConfigurationLoader(environment: [:]).load(texts: $0.texts, root: $0.root).configuration
        }
    }
}
