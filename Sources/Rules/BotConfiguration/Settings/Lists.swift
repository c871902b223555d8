package import ChatModel
package import Recurrence

/// The lists of a configuration, whose names share a namespace with channels and roles.
package struct Lists: Hashable, Sendable {
    package private(set) var all: [ListSettings] = []
    /// The names of lists that could not be read.
    private var unread: Set<String> = []
    var names: NameRegistry

    init(names: NameRegistry) { self.names = names }

    /// Returns the list that a node names; returns `nil` and adds a diagnostic if there is none or it is of another kind. A list
    /// that could not be read is returned empty: its error is already reported.
    package func list(_ node: ConfigNode, of kind: ListSettings.Kind, _ diagnostics: DiagnosticCollector) -> ListSettings? {
        guard let name = names.list(node, diagnostics) else { return nil }
        if unread.contains(name) {
            return ListSettings(name: name, position: node.position, kind: kind, fold: nil, items: [])
        }
        guard let list = all.first(where: { $0.name == name }) else { return nil }
        guard list.kind == kind else {
            diagnostics.error(
                "wrong-name", "the list '\(name)' is of kind \(list.kind.rawValue); expected one of kind \(kind.rawValue)",
                at: node.position, suggestion: nearest(kind))
            return nil
        }
        return list
    }

    /// Returns whether a name is that of a list of words, or of a list that could not be read.
    func hasWords(named name: String) -> Bool {
        names.entry(named: name)?.kind == .lists && (all.first { $0.name == name }?.kind ?? .words) == .words
    }

    /// Returns the users that a node gives: one by name or id, or a list of users by its name.
    package func users(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> Set<UserID> {
        if case .scalar(let name, _) = node.kind, names.entry(named: name)?.kind == .lists {
            return list(node, of: .users, diagnostics)?.users ?? []
        }
        return names.user(node, diagnostics).map { [$0] } ?? []
    }

    /// Returns the content of the calendar lists that a node names: one, or several.
    package func exceptions(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> ScheduleExceptions {
        let named = (node.list(orSingle: true, diagnostics) ?? []).compactMap { list($0, of: .calendar, diagnostics) }
        return ScheduleExceptions(days: named.flatMap(\.days), times: named.flatMap(\.times))
    }

    /// Adds a list.
    ///
    /// - Parameter list: The list; nil if it could not be read. Its name is known even then, so that its uses are not reported as
    ///   well.
    mutating func add(_ entry: ConfigNode.Entry, _ list: ListSettings?, _ diagnostics: DiagnosticCollector) {
        names.add(NameRegistry.Entry(name: entry.key, kind: .lists, id: 0, position: entry.keyPosition), diagnostics)
        if let list { all.append(list) } else { unread.insert(entry.key) }
    }

    private func nearest(_ kind: ListSettings.Kind) -> String? {
        let names = all.filter { $0.kind == kind }.map(\.name)
        return names.isEmpty ? "add one under 'lists'" : "write \(names.joined(separator: " or "))"
    }
}
