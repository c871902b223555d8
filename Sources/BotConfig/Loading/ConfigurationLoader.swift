import Foundation

/// Reads `config.yaml` and the rule files it includes.
package struct ConfigurationLoader: Sendable {
    private let environment: [String: String]

    package init(environment: [String: String]) { self.environment = environment }

    /// Reads everything there is to read, whatever is wrong with it; nothing is thrown and nothing traps.
    package func load(_ path: String) -> LoadedConfiguration {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        let folder = url.deletingLastPathComponent()
        var files = FileSet(folder: folder)
        let findings = Findings()
        guard let root = files.read(url.lastPathComponent, findings) else {
            return LoadedConfiguration(configuration: nil, diagnostics: findings.diagnostics, sources: files.sources)
        }
        hideToken(root, in: &files)
        let configuration = read(root, in: &files, secrets: SecretSource(environment: environment, folder: folder), findings)
        return LoadedConfiguration(configuration: configuration, diagnostics: findings.diagnostics, sources: files.sources)
    }

    private func read(
        _ root: ConfigNode, in files: inout FileSet, secrets: SecretSource, _ findings: Findings
    ) -> Configuration? {
        guard var map = MapReader(root, "config.yaml", findings) else { return nil }
        checkVersion(&map, findings)
        let bot = BotSettings.read(map.take("bot"), at: root.place, secrets: secrets, findings)
        let store = StoreSettings(map.take("store"), folder: files.folder, findings)
        let send = SendSettings(map.take("send"), findings)
        let include = map.take("include")
        let names = map.take("names").map { Names($0, findings) } ?? Names()
        let defaults = DefaultSettings(map.take("defaults"), findings)
        let plugins = map.take("plugins")?.named("'plugins'", findings) ?? []
        let channels = map.take("channels")?.named("'channels'", findings) ?? []
        var rules = declarations(map.take("rules"), findings)
        map.finish()

        for file in files.included(by: include, findings) {
            guard let node = files.read(file, findings), var map = MapReader(node, "a rule file", findings) else { continue }
            checkVersion(&map, findings)
            rules += declarations(map.take("rules"), findings)
            map.finish()
        }
        let pluginSettings = plugins.compactMap { PluginSettings($0, names: names, defaults: defaults, findings) }
        let channelSettings = channels.compactMap { ChannelSettings($0, names: names, findings) }
        guard let bot else { return nil }
        return Configuration(
            bot: bot, store: store, send: send, names: names, defaults: defaults, plugins: pluginSettings,
            channels: channelSettings, rules: rules)
    }

    private func checkVersion(_ map: inout MapReader, _ findings: Findings) {
        guard let node = map.require("version") else { return }
        if case .scalar("1", _) = node.kind { return }
        findings.error("unknown-version", "this build reads version 1 of the format", at: node.place, suggestion: "write 1")
    }

    private func declarations(_ node: ConfigNode?, _ findings: Findings) -> [RuleDeclaration] {
        (node?.list(findings) ?? []).map(RuleDeclaration.init(node:))
    }

    /// A token that was written into the file after all is kept out of every report, also where it spans lines.
    private func hideToken(_ root: ConfigNode, in files: inout FileSet) {
        guard case .map(let entries) = root.kind, case .map(let bot)? = entries.first(where: { $0.key == "bot" })?.value.kind,
            let token = bot.first(where: { $0.key == "token" })?.value, case .scalar(let text, _) = token.kind,
            !text.hasPrefix("${")
        else { return }
        let lines = text.count { $0.isNewline } + 2
        files.hide(token.place.line...(token.place.line + lines), of: token.place.file)
    }
}
