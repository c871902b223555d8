import Foundation
import MezonModel
import Persistence

/// What became of messages that flowed while the rules changed, as the journal tells it afterwards.
struct ReloadedFlow {
    private(set) var heard = 0
    /// All rules of the edition in force answered, and nobody else.
    private(set) var answered = 0
    /// The trace names another edition than the one in force where the message stands.
    private(set) var foreign = 0
    /// Rules acted that are not those of the edition which the trace names, or not all of them.
    private(set) var mixed = 0
    private(set) var editions = 0

    init(_ reader: JournalReader, most: Int) async throws {
        let editions = try await reader.editions()
        let rules = Dictionary(uniqueKeysWithValues: editions.map { ($0.version, Self.rules(in: $0.files)) })
        var inForce = editions.min { $0.firstAt < $1.firstAt }?.version ?? ""
        var decided: Set<String> = []
        for line in try await reader.lines(after: 0, limit: most) {
            if case .rulesChanged(let version, _) = SystemEvent(frame: line.entry.frame) { inForce = version }
            guard line.entry.kind == "message", !line.entry.isOwn else { continue }
            heard += 1
            decided.insert(line.version)
            let expected = rules[line.version] ?? []
            let acted = (line.trace?.steps ?? []).filter { $0.what == "reply" }.map(\.who)
            if line.version != inForce { foreign += 1 }
            if acted != expected { mixed += 1 }
            let authors = line.deliveries.sorted { $0.author < $1.author }.map(\.author)
            if authors == expected.sorted(), line.deliveries.allSatisfy({ $0.status == .sent }) { answered += 1 }
        }
        self.editions = decided.count
    }

    func isGood(said: Int) -> Bool { heard == said && answered == said && foreign == 0 && mixed == 0 }

    /// `rule:answer-7`: the rules of an edition, by its files' text.
    private static func rules(in files: String) -> [String] {
        files.components(separatedBy: "- id: ").dropFirst().map {
            "rule:" + $0.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
        }
    }
}
