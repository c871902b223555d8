import Foundation

/// A reader of the sections of `config.yaml` and its included files, in the order of their dependencies.
struct ConfigurationReader {
    private(set) var files: FileSet
    private let formats: [ConnectionFormat]
    private let secrets: SecretSource
    private let findings: DiagnosticCollector
    private var rules: [RuleDeclaration] = []
    private var listEntries: [ConfigNode.Entry] = []
    private var defines = Catalog<ConditionDefinition>()
    private var headers = Catalog<HeaderSettings>()

    init(files: FileSet, formats: [ConnectionFormat], secrets: SecretSource, _ findings: DiagnosticCollector) {
        self.files = files
        self.formats = formats
        self.secrets = secrets
        self.findings = findings
    }

    /// Reads the configuration; returns `nil` if the file is no map or `bot` is invalid.
    mutating func read(_ root: ConfigNode) -> Configuration? {
        guard var map = MapReader(root, "config.yaml", findings) else { return nil }
        let bot = BotSettings.read(
            map.take("bot", "The bot's account and the server it connects to."), at: root.position, secrets: secrets, findings)
        let store = StoreSettings(map.take("store", "The storage of data."), folder: files.folder, secrets: secrets, findings)
        let send = SendSettings(map.take("send", "The rate limits of sending."), findings)
        let include = map.take("include", "Rule files: rules/*.yaml")
        var names =
            map.take("names", "Names for Mezon ids; ids are used nowhere else.").map { NameRegistry($0, findings) }
            ?? NameRegistry()
        let calendars =
            map.take("calendars", "Opening hours and other times, such as work.")?.named("'calendars'", findings) ?? []
        let ladders =
            map.take("ladders", "Escalating consequences for repeated offences.")?
            .named("'ladders'", findings) ?? []
        let defaults = DefaultSettings(map.take("defaults", "Defaults for all rules."), findings)
        let moderation = map.take("moderation", "Moderators and the channel that notifies them.")
        let plugins = map.take("plugins", "The enabled bots.")?.named("'plugins'", findings) ?? []
        let channels =
            map.take("channels", "Middleware for incoming and outgoing messages, by channel.")?
            .named("'channels'", findings) ?? []
        let clans =
            map.take("clans", "Settings that differ in single clans.")?.named("'clans'", findings) ?? []
        let ports = (map.take("ports", "Connections to other networks.")?.named("'ports'", findings) ?? []).compactMap {
            ConnectionSettings($0, names: &names, formats: formats, secrets: secrets, findings)
        }
        DuplicateChannelCheck(names: names, findings: findings).refuse(ports)
        let sameNames = NameMatcher(names: names, ports: ports, findings: findings)
        for link in map.take("relays", "Links between channels that relay messages to each other.")?.named("'relays'", findings)
            ?? []
        {
            rules += RelayLinkReader(entry: link, sameNames: sameNames, findings: findings).rules()
        }
        readShared(&map)
        map.finish()
        for file in files.included(by: include, findings) { readIncluded(file) }

        let lists = lists(names, in: bot?.timeZone ?? .gmt)
        let calendarCatalog = catalog(calendars) { CalendarSettings($0, lists: lists, findings) }
        let ladderCatalog = catalog(ladders) { LadderSettings($0, findings) }
        let moderationSettings = ModerationSettings(moderation, names: lists.names, findings)
        let pluginSettings = plugins.compactMap {
            EnabledBotSettings($0, names: lists.names, defaults: defaults, secrets: secrets, findings)
        }
        let overrides = ClanOverridesReader(
            names: lists.names, moderation: moderationSettings, defaults: defaults, plugins: pluginSettings, secrets: secrets,
            findings: findings
        ).read(clans)
        let channelSettings = channels.compactMap { ChannelSettings($0, names: lists.names, findings) }
        guard let bot = findings.isRecording ? BotSettings(gateway: .local, credentials: nil) : bot else { return nil }
        return Configuration(
            bot: bot, store: store, send: send, lists: lists, calendars: calendarCatalog, ladders: ladderCatalog,
            defines: defines, headers: headers, moderation: moderationSettings, defaults: defaults, plugins: pluginSettings,
            channels: channelSettings, clans: overrides, ports: ports, rules: rules)
    }

    private mutating func readIncluded(_ file: String) {
        guard let node = files.read(file, findings), var map = MapReader(node, "a rule file", findings) else { return }
        readShared(&map)
        map.finish(elsewhere: ("config.yaml", Self.sections))
    }

    /// The keys allowed only in `config.yaml`.
    private static let sections = [
        "bot", "store", "send", "include", "names", "calendars", "ladders", "defaults", "moderation", "plugins", "channels",
        "clans", "ports", "relays",
    ]

    /// Reads the keys allowed in every file of a configuration.
    private mutating func readShared(_ map: inout MapReader) {
        checkVersion(&map)
        listEntries += map.take("lists", "Words, domains or days that rules share.")?.named("'lists'", findings) ?? []
        for entry in map.take("define", "Named conditions, for `use: name`.")?.named("'define'", findings) ?? [] {
            if let define = ConditionDefinition(entry, findings) { defines.add(define, findings) }
        }
        let kinds = map.take("headers", "The keys and value types of message headers.")
        for entry in kinds?.named("'headers'", findings) ?? [] {
            if let header = HeaderSettings(entry, findings) { headers.add(header, findings) }
        }
        rules += (map.take("rules", "The bot's rules.")?.list(findings) ?? []).map(RuleDeclaration.init(node:))
    }

    private func checkVersion(_ map: inout MapReader) {
        guard let node = map.require("version", "The version of the configuration format: 1.", write: "version: 1") else {
            return
        }
        if node.isWord("1", findings) { return }
        findings.error(
            "unknown-version", "this build supports only version 1 of the format", at: node.position, suggestion: "write 1")
    }

    private mutating func lists(_ names: NameRegistry, in zone: TimeZone) -> Lists {
        var lists = Lists(names: names)
        for entry in listEntries where NameRegistry.isUsable(entry, findings) {
            lists.add(entry, ListReader(entry: entry, zone: zone, findings: findings).read(from: &files), findings)
        }
        return lists
    }

    private func catalog<Item: Named>(_ entries: [ConfigNode.Entry], _ read: (ConfigNode.Entry) -> Item?) -> Catalog<Item> {
        var catalog = Catalog<Item>()
        for entry in entries { if let item = read(entry) { catalog.add(item, findings) } }
        return catalog
    }
}
