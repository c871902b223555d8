import BotConfiguration
import ChatModel

/// Compares the names and ids of the configuration with those of the server.
struct NameCheck: Equatable {
    /// The server's labels of the visible objects.
    var labels: [NameRegistry.Kind: [Int64: String]] = [:]
    /// The kinds whose list could not be read in at least one clan. Missing objects of these kinds are not reported.
    var unread: Set<NameRegistry.Kind> = []

    mutating func add(_ kind: NameRegistry.Kind, _ id: Int64, _ label: String) { labels[kind, default: [:]][id] = label }

    /// The names whose objects are not visible, and names that belong to other objects on the server.
    func findings(_ names: [NameRegistry.Entry]) -> [DoctorFinding] {
        // Channels of other networks are checked by their connectors.
        let looked = names.filter { $0.kind != .lists && !($0.kind == .channels && ChannelID($0.id).isExternal) }
        let problems = looked.compactMap(problem)
        let known = looked.count { labels[$0.kind]?[$0.id] != nil }
        guard known > 0 else { return problems }
        return problems + [DoctorFinding(.good, "\(known) of \(looked.count) names exist on the server")]
    }

    private func problem(_ entry: NameRegistry.Entry) -> DoctorFinding? {
        let what = "\(entry.kind.singular) '\(entry.name)' (\(entry.position))"
        guard let label = labels[entry.kind]?[entry.id] else {
            if unread.contains(entry.kind) { return nil }
            // Users may leave at any time; a rule that names one who left is not wrong.
            return DoctorFinding(
                entry.kind == .users ? .warning : .bad, "\(what): id \(entry.id) not found",
                advice: Self.advice(on: entry.kind))
        }
        guard label != entry.name, labels[entry.kind]?.values.contains(entry.name) == true else { return nil }
        return DoctorFinding(
            .warning, "\(what) is named '\(label)' on the server, and another \(entry.kind.singular) is named '\(entry.name)'",
            advice: "rename it to '\(label)', or correct its id")
    }

    private static func advice(on kind: NameRegistry.Kind) -> String {
        switch kind {
        case .clans: "correct its id, or invite the bot to that clan"
        case .channels: "correct its id, or add the bot to that channel"
        case .categories: "correct its id, or add the bot to one of its channels"
        case .roles, .users, .lists: "correct its id, or remove the name"
        }
    }
}
