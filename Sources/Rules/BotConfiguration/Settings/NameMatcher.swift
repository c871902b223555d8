import ChatModel

/// A search for channels with the same name in several networks: `#swift` of one network, `#Swift:example.org` of another, and a
/// Mezon channel that the operator has named `swift`.
struct NameMatcher {
    /// The name that stands for Mezon among the names of connections.
    static let mezon = "mezon"

    let names: NameRegistry
    let connections: [ConnectionSettings]
    let diagnostics: DiagnosticCollector

    /// Returns the operator's names of such channels, grouped by name in alphabetical order; returns nil and adds diagnostics if
    /// the node is invalid.
    func groups(_ node: ConfigNode) -> [[String]]? {
        guard let nodes = node.list(diagnostics) else { return nil }
        let wanted = nodes.compactMap { node in node.text(diagnostics).map { (node, $0) } }
        guard wanted.count == nodes.count else { return nil }
        guard wanted.count > 1 else {
            diagnostics.error(
                "missing-value", "'same_name' needs at least two connections", at: node.position,
                suggestion: "write same_name: [\(([Self.mezon] + connections.map(\.name)).joined(separator: ", "))]")
            return nil
        }
        var channels: [String: [ChannelID]] = [:]
        for (node, name) in wanted {
            guard let remoteChannels = remoteChannels(of: name, node) else { return nil }
            for (id, channel) in remoteChannels where channels[Self.bare(channel)]?.contains(id) != true {
                channels[Self.bare(channel), default: []].append(id)
            }
        }
        let groups = channels.sorted { $0.key < $1.key }.map { $0.value.compactMap(names.name(of:)) }.filter { $0.count > 1 }
        if groups.isEmpty {
            diagnostics.warning(
                "nothing-linked", "the connections have no channel name in common", at: node.position,
                suggestion: "add channels to them, or write between: [here, there]")
        }
        return groups
    }

    private func remoteChannels(of name: String, _ node: ConfigNode) -> [(ChannelID, String)]? {
        if name == Self.mezon {
            return names.all.filter { $0.kind == .channels && !ChannelID($0.id).isExternal }.map { (ChannelID($0.id), $0.name) }
        }
        if let connection = connections.first(where: { $0.name == name }) { return connection.channels.map { ($0.id, $0.name) } }
        let known = [Self.mezon] + connections.map(\.name)
        diagnostics.unknownWord(
            name, at: node.position, code: "unknown-connection",
            message: "unknown connection '\(name)'; known: \(known.joined(separator: ", "))",
            candidates: known)
        return nil
    }

    /// Returns the common part of a name: `swift` for `#Swift:example.org`. A second `#` belongs to the name: on IRC, `##swift`
    /// and `#swift` are different channels.
    static func bare(_ name: String) -> String {
        let rest = name.hasPrefix("#") ? name.dropFirst() : name[...]
        return String(rest.prefix { $0 != ":" }).lowercased()
    }
}
