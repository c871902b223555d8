import Foundation

/// A reader of the sections of `config.yaml` and its included files, in the order of their dependencies.
struct ConfigurationReader {
    private(set) var files: FileSet
    private let formats: [ConnectionFormat]
    private let middleware: MiddlewareNames
    private let secrets: SecretSource
    private let diagnostics: DiagnosticCollector
    private var rules: [RuleDeclaration] = []
    private var listEntries: [ConfigNode.Entry] = []
    private var modelEntries: [ConfigNode.Entry] = []
    private var defines = Catalog<ConditionDefinition>()
    private var headers = Catalog<HeaderSettings>()
    private var shared = SharedSettings()

    init(
        files: FileSet, formats: [ConnectionFormat], middleware: MiddlewareNames, secrets: SecretSource,
        _ diagnostics: DiagnosticCollector
    ) {
        self.files = files
        self.formats = formats
        self.middleware = middleware
        self.secrets = secrets
        self.diagnostics = diagnostics
    }

    /// Reads the configuration; returns `nil` if the file is no map or `bot` is invalid.
    mutating func read(_ root: ConfigNode) -> Configuration? {
        guard var map = MapReader(root, "config.yaml", diagnostics) else { return nil }
        shared.add(root)
        let bot = AccountSettings.read(
            map.take("bot", "The bot's account and the server it connects to."), at: root.position, secrets: secrets, diagnostics)
        let store = StoreSettings(map.take("store", "The storage of data."), folder: files.folder, secrets: secrets, diagnostics)
        let send = SendSettings(map.take("send", "The rate limits of sending."), diagnostics)
        let consoleNode = map.take("console", "The web console (default: none).")
        let tracing = map.take("tracing", "The export of spans to a collector of OpenTelemetry (default: none).").flatMap {
            TracingSettings($0, diagnostics)
        }
        let reload = map.take("reload", "What changed rules have to pass while the bot runs (default: their inline tests).").map {
            ReloadSettings($0, folder: files.folder, diagnostics)
        }
        let include = map.take("include", "Rule files: rules/*.yaml")
        var names =
            map.take("names", "Names for Mezon ids; ids are used nowhere else.").map { NameRegistry($0, diagnostics) }
            ?? NameRegistry()
        let console = consoleNode.map { ConsoleSettings($0, names: names, secrets: secrets, diagnostics) }
        let calendars =
            map.take("calendars", "Opening hours and other times, such as work.")?.named("'calendars'", diagnostics) ?? []
        let ladders =
            map.take("ladders", "Escalating consequences for repeated offences.")?
            .named("'ladders'", diagnostics) ?? []
        let counters =
            map.take("counters", "Counters that decay over time, or with a scope of their own.")?
            .named("'counters'", diagnostics) ?? []
        let defaults = DefaultSettings(map.take("defaults", "Defaults for all rules."), diagnostics)
        let moderation = map.take("moderation", "Moderators and the channel that notifies them.")
        let enabledBots = map.take("bots", "The enabled bots.")?.named("'bots'", diagnostics) ?? []
        let channels =
            map.take("channels", "Middleware for incoming and outgoing messages, by channel.")?
            .named("'channels'", diagnostics) ?? []
        let clans =
            map.take("clans", "Settings that differ in single clans.")?.named("'clans'", diagnostics) ?? []
        let connections = (map.take("connections", "Connections to other networks.")?.named("'connections'", diagnostics) ?? [])
            .compactMap {
                ConnectionSettings($0, names: &names, formats: formats, secrets: secrets, diagnostics)
            }
        DuplicateChannelCheck(names: names, diagnostics: diagnostics).refuse(connections)
        OwnAccountCheck(bot: bot, names: names, diagnostics: diagnostics).refuse(connections)
        let sameNames = NameMatcher(names: names, connections: connections, diagnostics: diagnostics)
        for link in map.take("relays", "Links between channels that relay messages to each other.")?.named(
            "'relays'", diagnostics)
            ?? []
        {
            rules += RelayLinkReader(entry: link, sameNames: sameNames, diagnostics: diagnostics).rules()
        }
        readShared(&map)
        map.finish()
        for file in files.included(by: include, diagnostics) { readIncluded(file) }

        let lists = lists(names, in: bot?.timeZone ?? .gmt)
        var models = Catalog<ModelSettings>()
        for entry in modelEntries {
            if let model = ModelSettings(entry, lists: lists, from: &files, diagnostics) { models.add(model, diagnostics) }
        }
        let calendarCatalog = catalog(calendars) { CalendarSettings($0, lists: lists, diagnostics) }
        let ladderCatalog = catalog(ladders) { LadderSettings($0, diagnostics) }
        let counterCatalog = catalog(counters) { CounterSettings($0, ladders: ladderCatalog.all, diagnostics) }
        let moderationSettings = ModerationSettings(moderation, names: lists.names, diagnostics)
        let botSettings = enabledBots.compactMap {
            EnabledBotSettings($0, names: lists.names, defaults: defaults, secrets: secrets, diagnostics)
        }
        let overrides = ClanOverridesReader(
            names: lists.names, moderation: moderationSettings, defaults: defaults, enabledBots: botSettings, secrets: secrets,
            diagnostics: diagnostics
        ).read(clans)
        let channelSettings = channels.compactMap { ChannelSettings($0, names: lists.names, middleware: middleware, diagnostics) }
        guard let bot = diagnostics.isRecording ? AccountSettings(gateway: .local, credentials: nil) : bot else { return nil }
        shared.add(files.sources)
        return Configuration(
            bot: bot, store: store, send: send, lists: lists, calendars: calendarCatalog, ladders: ladderCatalog,
            counters: counterCatalog, defines: defines, models: models, headers: headers, moderation: moderationSettings,
            defaults: defaults,
            enabledBots: botSettings,
            channels: channelSettings, clans: overrides, connections: connections, rules: rules, console: console,
            tracing: tracing, reload: reload ?? ReloadSettings(), shared: shared)
    }

    private mutating func readIncluded(_ file: String) {
        guard let node = files.read(file, diagnostics), var map = MapReader(node, "a rule file", diagnostics) else { return }
        shared.add(node)
        readShared(&map)
        map.finish(elsewhere: ("config.yaml", Self.sections))
    }

    /// The keys allowed only in `config.yaml`.
    private static let sections = [
        "bot", "store", "send", "include", "names", "calendars", "ladders", "counters", "defaults", "moderation", "bots",
        "channels", "clans", "connections", "relays", "console", "tracing", "reload",
    ]

    /// Reads the keys allowed in every file of a configuration.
    private mutating func readShared(_ map: inout MapReader) {
        checkVersion(&map)
        listEntries += map.take("lists", "Words, domains, users or days that rules share.")?.named("'lists'", diagnostics) ?? []
        modelEntries += map.take("models", "Trained classifiers of texts, for `learned`.")?.named("'models'", diagnostics) ?? []
        for entry in map.take("define", "Named conditions, for `use: name`.")?.named("'define'", diagnostics) ?? [] {
            if let define = ConditionDefinition(entry, diagnostics) { defines.add(define, diagnostics) }
        }
        let kinds = map.take("headers", "The keys and value types of message headers.")
        for entry in kinds?.named("'headers'", diagnostics) ?? [] {
            if let header = HeaderSettings(entry, diagnostics) { headers.add(header, diagnostics) }
        }
        rules += (map.take("rules", "The bot's rules.")?.list(diagnostics) ?? []).map(RuleDeclaration.init(node:))
    }

    private func checkVersion(_ map: inout MapReader) {
        guard let node = map.require("version", "The version of the configuration format: 1.", write: "version: 1") else {
            return
        }
        if node.isWord("1", diagnostics) { return }
        diagnostics.error(
            "unknown-version", "this build supports only version 1 of the format", at: node.position, suggestion: "write 1")
    }

    private mutating func lists(_ names: NameRegistry, in zone: TimeZone) -> Lists {
        var lists = Lists(names: names)
        for entry in listEntries where NameRegistry.isUsable(entry, diagnostics) {
            var reader = ListReader(entry: entry, names: names, zone: zone, diagnostics: diagnostics)
            lists.add(entry, reader.read(from: &files), diagnostics)
        }
        return lists
    }

    private func catalog<Item: Named>(_ entries: [ConfigNode.Entry], _ read: (ConfigNode.Entry) -> Item?) -> Catalog<Item> {
        var catalog = Catalog<Item>()
        for entry in entries {
            if let item = read(entry) { catalog.add(item, diagnostics) } else { catalog.reject(entry.key) }
        }
        return catalog
    }
}
