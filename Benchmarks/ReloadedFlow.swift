import ChatModel
import Foundation
import Storage

/// The results for messages sent while the rules changed, according to the journal.
struct ReloadedFlow {
    private(set) var heard = 0
    /// The number of messages that exactly the rules of the revision in force answered.
    private(set) var answered = 0
    /// The number of messages whose trace names another revision than the one in force.
    private(set) var foreign = 0
    /// The number of messages for which the rules that acted are not exactly those of the revision in the trace.
    private(set) var mixed = 0
    private(set) var revisions = 0

    init(_ reader: JournalReader, most: Int) async throws {
        let revisions = try await reader.revisions()
        let rules = Dictionary(uniqueKeysWithValues: revisions.map { ($0.version, Self.rules(in: $0.files)) })
        var inForce = revisions.min { $0.firstAt < $1.firstAt }?.version ?? ""
        var decided: Set<String> = []
        for line in try await reader.lines(after: 0, limit: most) {
            if case .rulesChanged(let version, _, _) = SystemEvent(frame: line.entry.frame) { inForce = version }
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
        self.revisions = decided.count
    }

    func isGood(said: Int) -> Bool { heard == said && answered == said && foreign == 0 && mixed == 0 }

    /// Returns the authors of a revision's rules, such as `rule:answer-7`, from the text of its files.
    private static func rules(in files: String) -> [String] {
        files.components(separatedBy: "- id: ").dropFirst().map {
            "rule:" + $0.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
        }
    }
}
