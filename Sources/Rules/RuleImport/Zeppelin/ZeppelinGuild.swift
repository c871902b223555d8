import BotConfiguration

/// The configuration of a server for Zeppelin, as far as rules follow from it.
struct ZeppelinGuild {
    /// A plugin with its own settings and those that replace them for some members or channels.
    struct Plugin {
        var name: String
        var config: ConfigNode?
        var overrides: [ConfigNode]
        var position: SourcePosition
    }

    struct Counter {
        var scope: String
        /// The conditions by the name of their trigger, with those of the way back.
        var conditions: [String: (condition: String, reverse: String?)]
        /// The amount and the delay of the decay.
        var decay: (by: Int, every: String)?
    }

    /// The roles with their levels.
    private(set) var levels: [(role: String, level: Int)] = []
    private(set) var plugins: [Plugin] = []
    private(set) var counters: [String: Counter] = [:]

    /// Reads a whole configuration, or the plugins alone as they are published in guides.
    init(_ root: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = ForeignMap(root, "the configuration", diagnostics) else { return }
        if let node = map.take("levels"), case .map(let entries) = node.kind {
            for entry in entries {
                guard let text = entry.value.foreignText(diagnostics), let level = Int(text) else { continue }
                levels.append((entry.key, level))
            }
        }
        let container = map.take("plugins") ?? root
        guard case .map(let entries) = container.kind else { return }
        for entry in entries where !["levels", "prefix", "plugins"].contains(entry.key) {
            guard var plugin = ForeignMap(entry.value, "a plugin", diagnostics) else { continue }
            plugins.append(
                Plugin(
                    name: entry.key, config: plugin.take("config"), overrides: plugin.items("overrides"),
                    position: entry.keyPosition))
        }
        guard let node = plugins.first(where: { $0.name == "counters" })?.config?.value("counters"),
            case .map(let entries) = node.kind
        else { return }
        for entry in entries { counters[entry.key] = Counter(entry.value, diagnostics) }
    }

    /// Returns the roles whose level fits.
    func roles(where fits: (Int) -> Bool) -> [String] { levels.filter { fits($0.level) }.map(\.role) }
}

extension ZeppelinGuild.Counter {
    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = ForeignMap(node, "a counter", diagnostics) else { return nil }
        let isPerUser = map.truth("per_user") ?? false
        let isPerChannel = map.truth("per_channel") ?? false
        scope = [isPerUser ? "user" : nil, isPerChannel ? "channel" : isPerUser ? nil : "clan"].compactMap(\.self).joined(
            separator: "+")
        if scope == "user" { scope = "user@clan" }
        conditions = [:]
        if case .map(let entries)? = map.take("triggers")?.kind {
            for entry in entries {
                if let condition = entry.value.scalarText {
                    conditions[entry.key] = (condition, nil)
                } else if var trigger = ForeignMap(entry.value, "a counter's trigger", diagnostics),
                    let condition = trigger.text("condition")
                {
                    conditions[entry.key] = (condition, trigger.text("reverse_condition"))
                }
            }
        }
        guard let node = map.take("decay"), var decay = ForeignMap(node, "'decay'", diagnostics) else { return }
        if let by = decay.number("amount"), let every = decay.text("every"), by > 0 { self.decay = (by, every) }
    }
}
