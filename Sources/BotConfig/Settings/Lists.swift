package import Scheduling

/// The lists of a configuration, found by the names that they share with channels and roles.
package struct Lists: Hashable, Sendable {
    package private(set) var all: [ListSettings] = []
    /// Names of lists that could not be read.
    private var unread: Set<String> = []
    var names: NameRegistry

    init(names: NameRegistry) { self.names = names }

    /// The list that a node names; `nil`, and a diagnostic, where there is none or it is of another kind. One that could not be read
    /// is empty: that was told where it stands.
    package func list(_ node: ConfigNode, of kind: ListSettings.Kind, _ findings: DiagnosticCollector) -> ListSettings? {
        guard let name = names.list(node, findings) else { return nil }
        if unread.contains(name) {
            return ListSettings(name: name, place: node.place, kind: kind, fold: nil, items: [])
        }
        guard let list = all.first(where: { $0.name == name }) else { return nil }
        guard list.kind == kind else {
            findings.error(
                "wrong-name", "the list '\(name)' holds \(list.kind.rawValue), and one of the kind \(kind.rawValue) belongs here",
                at: node.place, suggestion: nearest(kind))
            return nil
        }
        return list
    }

    /// What the lists of the kind calendar hold that a node names: one, or several.
    package func exceptions(_ node: ConfigNode, _ findings: DiagnosticCollector) -> ScheduleExceptions {
        let named = (node.list(orSingle: true, findings) ?? []).compactMap { list($0, of: .calendar, findings) }
        return ScheduleExceptions(days: named.flatMap(\.days), times: named.flatMap(\.times))
    }

    /// - Parameter list: nil where it could not be read. It is known by name all the same, so that its users need not be told too.
    mutating func add(_ entry: ConfigNode.Entry, _ list: ListSettings?, _ findings: DiagnosticCollector) {
        names.add(NameRegistry.Entry(name: entry.key, kind: .lists, id: 0, place: entry.keyPlace), findings)
        if let list { all.append(list) } else { unread.insert(entry.key) }
    }

    private func nearest(_ kind: ListSettings.Kind) -> String? {
        let names = all.filter { $0.kind == kind }.map(\.name)
        return names.isEmpty ? "make one under 'lists'" : "write \(names.joined(separator: " or "))"
    }
}
