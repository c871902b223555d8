package import ChatModel

/// The settings of an enabled bot: one of this build, or a program.
package struct EnabledBotSettings: Hashable, Sendable {
    package enum Scope: Hashable, Sendable {
        /// Every place but the private ones, and of those the channels that are named.
        case everywhere(naming: Set<ChannelID>)
        /// These channels, and every channel of these clans that is not private.
        case some(channels: Set<ChannelID>, clans: Set<ClanID>)

        package static let all = Scope.everywhere(naming: [])

        /// The channels that are named.
        package var channels: Set<ChannelID> {
            switch self {
            case .everywhere(let channels), .some(let channels, _): channels
            }
        }
        package var clans: Set<ClanID> { if case .some(_, let clans) = self { clans } else { [] } }

        package func contains(_ channel: ChannelID, of clan: ClanID) -> Bool {
            switch self {
            case .everywhere: true
            case .some(let channels, let clans): channels.contains(channel) || clans.contains(clan)
            }
        }
    }

    /// A word of `grants`.
    package struct Grant: Hashable, Sendable {
        package var word: String
        package var position: SourcePosition

        /// The name of the remote procedure in a grant such as `call:CreateEvent`; nil in other grants.
        package var calls: String? { word.hasPrefix("call:") ? String(word.dropFirst("call:".count)) : nil }
    }

    package var name: String
    /// The position of the bot's name, for a caller that finds no bot of that name.
    package var position: SourcePosition
    package var scope: Scope
    package var late: LatePolicy
    /// The granted capabilities, as written.
    package var grants: [Grant]
    /// The bot's HTTP access.
    package var http: HTTPAccessPolicy
    /// The program that is the bot; nil for a bot of this build.
    package var program: ProgramSettings?
    /// The bot's own options as written: every scalar is a text, an option without a value is `null`, and a secret is represented
    /// by its reference, under `Secret.referenceKey`.
    package private(set) var config = JSONValue.null
    /// The secrets that options refer to, or that a program may name, by reference.
    package private(set) var secrets: [String: Secret] = [:]
    private let options: ConfigNode?

    /// The names of the remote procedures that the bot may call.
    package var calls: Set<String> { Set(grants.compactMap(\.calls)) }

    /// Returns the position of an option, from the keys and list indices that lead to it.
    package func position(ofOption path: [String]) -> SourcePosition { options?.position(at: path) ?? position }
}

extension EnabledBotSettings {
    /// Reads the settings of one bot.
    ///
    /// - Parameters:
    ///   - isOfClan: A Boolean value that indicates whether the settings are for one clan.
    ///   - base: The settings that apply in that clan for keys not given; nil for a bot of that clan alone.
    init?(
        _ entry: ConfigNode.Entry, isOfClan: Bool = false, over base: EnabledBotSettings? = nil, names: NameRegistry,
        defaults: DefaultSettings,
        secrets source: SecretSource, _ diagnostics: DiagnosticCollector
    ) {
        guard var map = MapReader(entry.value, "a bot", diagnostics) else { return nil }
        let enabledIn = map.take(
            "enabled_in",
            "`all`, or a list of channels and clans; private channels and threads count where they are named: [all, board].")
        let late = map.take("late", "The policy for messages sent while the bot was offline.")?.choice(
            LatePolicy.self, "a policy for late events", diagnostics)
        let grantNodes = map.take("grants", "Additional permissions.")?.list(diagnostics)
        grants =
            grantNodes == nil
            ? base?.grants ?? []
            : (grantNodes ?? []).compactMap { node in
                guard let grant = node.text(diagnostics) else { return nil }
                guard grant.hasPrefix("http:") else { return Grant(word: grant, position: node.position) }
                diagnostics.error(
                    "wrong-grant", "HTTP access is granted under 'http'", at: node.position,
                    suggestion: "write http: { allow: [\(grant.dropFirst(5))] }")
                return nil
            }
        // Requests are made per bot and not per clan.
        let httpNode = isOfClan ? nil : map.take("http", "The hosts the bot may request over HTTP (default: none).")
        http = httpNode.flatMap { HTTPAccessPolicy($0, diagnostics) } ?? base?.http ?? HTTPAccessPolicy()
        // A program is one bot with one process for all clans.
        program =
            isOfClan ? base?.program : ProgramSettings(&map, of: entry, secrets: source, diagnostics)
        let given = map.take("config", "The bot's options.")
        options = given.map { $0.adding(base?.options) } ?? base?.options
        let ofTopLevel = ["http", "program", "environment", "secrets", "memory", "timeout"]
        map.finish(elsewhere: isOfClan ? ("'bots' of the top level: it applies to all clans", ofTopLevel) : nil)
        guard enabledIn != nil || base != nil else {
            diagnostics.error(
                "missing-key", "the bot '\(entry.key)' needs the key 'enabled_in'", at: entry.keyPosition,
                suggestion: "write enabled_in: all, or a list of channels and clans")
            return nil
        }
        guard let reach = enabledIn.map({ Scope($0, names: names, diagnostics) }) ?? base?.scope else { return nil }
        name = entry.key
        position = entry.keyPosition
        self.scope = reach
        self.late = late ?? base?.late ?? defaults.late ?? .skip
        if let options { config = json(of: options, source, diagnostics) }
        for secret in (program?.secrets ?? [:]).values { if let reference = secret.reference { secrets[reference] = secret } }
    }

    private mutating func json(of node: ConfigNode, _ source: SecretSource, _ diagnostics: DiagnosticCollector) -> JSONValue {
        switch node.kind {
        case .list(let items): return .array(items.map { json(of: $0, source, diagnostics) })
        case .map(let entries):
            return .object(Dictionary(entries.map { ($0.key, json(of: $0.value, source, diagnostics)) }) { first, _ in first })
        case .scalar(let text, _):
            switch source.option(node, diagnostics) {
            case nil: return node.json
            case .value(let secret):
                secrets[text] = secret
                return .object([Secret.referenceKey: .string(text)])
            case .absent, .invalid: return .null
            }
        }
    }
}

extension EnabledBotSettings.Scope {
    fileprivate init?(_ node: ConfigNode, names: NameRegistry, _ diagnostics: DiagnosticCollector) {
        if node.isWord("all", diagnostics) {
            self = .all
            return
        }
        guard let items = node.list(diagnostics) else { return nil }
        let named = items.filter { !$0.isWord("all", diagnostics) }
        let entries = named.compactMap { names.entry($0, kinds: [.channels, .clans], diagnostics) }
        let channels = Set(entries.filter { $0.kind == .channels }.map { ChannelID($0.id) })
        self =
            named.count < items.count
            ? .everywhere(naming: channels)
            : .some(channels: channels, clans: Set(entries.filter { $0.kind == .clans }.map { ClanID($0.id) }))
    }
}

extension ConfigNode {
    /// Returns the map with those entries of another whose keys it lacks.
    fileprivate func adding(_ base: ConfigNode?) -> ConfigNode {
        guard case .map(let own) = kind, case .map(let others)? = base?.kind else { return self }
        var sum = self
        sum.kind = .map(own + others.filter { other in !own.contains { $0.key == other.key } })
        return sum
    }
}
