package import MezonModel

/// A bot of this build, switched on.
package struct PluginSettings: Hashable, Sendable {
    package enum Reach: Hashable, Sendable {
        case all
        case channels([ChannelID])
    }

    package var name: String
    /// Where its name stands, for a caller who knows no bot of that name.
    package var place: Place
    package var reach: Reach
    package var late: LatePolicy
    /// Its own options as written; every scalar is a text, and an option without a value is `null`.
    package var config: JSONValue { options?.json ?? .null }
    private let options: ConfigNode?

    /// Where an option stands, by the keys and list positions that lead to it.
    package func place(ofOption path: [String]) -> Place { options?.place(at: path) ?? place }
}

extension PluginSettings {
    init?(_ entry: ConfigNode.Entry, names: Names, defaults: DefaultSettings, _ findings: Findings) {
        guard var map = MapReader(entry.value, "a plugin", findings) else { return nil }
        let enabledIn = map.take("enabled_in")
        let late = map.take("late")?.choice(LatePolicy.self, "a policy for late events", findings)
        options = map.take("config")
        map.finish()
        guard let enabledIn else {
            findings.error(
                "missing-key", "the plugin '\(entry.key)' needs the key 'enabled_in'", at: entry.keyPlace,
                suggestion: "write enabled_in: all, or a list of channel names")
            return nil
        }
        guard let reach = Reach(enabledIn, names: names, findings) else { return nil }
        name = entry.key
        place = entry.keyPlace
        self.reach = reach
        self.late = late ?? defaults.late ?? .skip
    }
}

extension PluginSettings.Reach {
    fileprivate init?(_ node: ConfigNode, names: Names, _ findings: Findings) {
        if case .scalar("all", _) = node.kind {
            self = .all
            return
        }
        guard let items = node.list(findings) else { return nil }
        self = .channels(items.compactMap { names.channel($0, findings) })
    }
}
