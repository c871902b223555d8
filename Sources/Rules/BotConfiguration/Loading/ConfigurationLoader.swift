import Foundation

/// A loader of `config.yaml` and the rule files it includes.
package struct ConfigurationLoader: Sendable {
    private let environment: [String: String]
    private let formats: [ConnectionFormat]
    private let middleware: MiddlewareNames

    /// - Parameters:
    ///   - formats: The networks that connections may have.
    ///   - middleware: The names of the middleware of this build's registry.
    package init(
        environment: [String: String], formats: [ConnectionFormat] = ConnectionFormat.builtIn,
        middleware: MiddlewareNames = MiddlewareNames()
    ) {
        self.environment = environment
        self.middleware = middleware
        self.formats = formats
    }

    /// Reads a blank configuration, so that the recorder learns the format.
    package static func sample(
        _ root: ConfigNode, formats: [ConnectionFormat], middleware: MiddlewareNames, _ diagnostics: DiagnosticCollector
    ) -> Configuration? {
        let nowhere = URL(fileURLWithPath: "/nowhere")
        var reader = ConfigurationReader(
            files: FileSet(folder: nowhere), formats: formats, middleware: middleware,
            secrets: SecretSource(environment: [:], folder: nowhere), diagnostics)
        return reader.read(root)
    }

    /// Loads a configuration completely, whatever errors it contains; nothing is thrown and nothing traps.
    ///
    /// - Parameter drafts: Texts that are read instead of files, by path relative to the configuration's folder.
    package func load(_ path: String, drafts: [String: String] = [:]) -> LoadedConfiguration {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        let folder = url.deletingLastPathComponent()
        let end = path.lastIndex(of: "/")
        let shown = end.map { String(path[..<$0]) } ?? ""
        var files = FileSet(folder: folder, shownAs: shown == "." ? "" : shown, drafts: drafts)
        let diagnostics = DiagnosticCollector()
        guard let root = files.read(url.lastPathComponent, diagnostics) else {
            return LoadedConfiguration(configuration: nil, diagnostics: diagnostics.diagnostics, sources: files.sources)
        }
        hideSecrets(root, in: &files)
        let secrets = SecretSource(environment: environment, folder: folder)
        var reader = ConfigurationReader(files: files, formats: formats, middleware: middleware, secrets: secrets, diagnostics)
        let configuration = reader.read(root)
        return LoadedConfiguration(
            configuration: configuration, diagnostics: diagnostics.diagnostics, sources: reader.files.sources)
    }

    /// Loads the files of a stored rules revision. The bot's account is left out, because secrets are not stored.
    ///
    /// - Parameters:
    ///   - root: The file that includes the others.
    ///   - fromAnyBuild: A Boolean value that indicates whether networks and middleware that this build does not have are no errors: of their
    ///     connections, the channels are read.
    package func load(texts: [String: String], root: String, fromAnyBuild: Bool = false) -> LoadedConfiguration {
        var files = FileSet(texts: texts)
        let diagnostics = DiagnosticCollector()
        guard var node = files.read(root, diagnostics) else {
            return LoadedConfiguration(configuration: nil, diagnostics: diagnostics.diagnostics, sources: files.sources)
        }
        node.remove(["gateway", "id", "token"], from: "bot")
        node.remove(["encryption", "url", "schema"], from: "store")
        let known = Set(formats.map(\.key) + ["channels", "files"])
        let keys = Set((node.value("connections")?.values ?? []).flatMap(\.keys)).subtracting(known)
        let unknown = fromAnyBuild ? keys.sorted().map(ConnectionFormat.unknown) : []
        let secrets = SecretSource(environment: [:], folder: files.folder, resolvesNothing: true)
        var reader = ConfigurationReader(
            files: files, formats: formats + unknown,
            middleware: fromAnyBuild ? middleware.including(namesIn: node) : middleware, secrets: secrets, diagnostics)
        let configuration = reader.read(node)
        return LoadedConfiguration(
            configuration: configuration, diagnostics: diagnostics.diagnostics, sources: reader.files.sources)
    }

    /// Hides secrets that are written in the file from all reports and stored copies, also if they span several lines.
    private func hideSecrets(_ root: ConfigNode, in files: inout FileSet) {
        let encryption = root.value("store")?.value("encryption")
        let bots = [root.value("bot")] + (root.value("clans")?.values ?? []).map { $0.value("bot") }
        let owned =
            bots.map { $0?.value("token") } + [
                encryption?.value("key"), encryption?.value("previous_keys"), root.value("store")?.value("url"),
            ] + (root.value("bots")?.values ?? []).flatMap { $0.value("secrets")?.values ?? [] }
        let nodes = owned + (root.value("connections")?.values ?? []).flatMap(\.connectionSecrets)
        let secrets = nodes.flatMap { $0?.items ?? [] }.compactMap { secret -> (text: String, position: SourcePosition)? in
            guard case .scalar(let text, _) = secret.kind, !text.hasPrefix("${") else { return nil }
            return (text, secret.position)
        }
        guard !secrets.isEmpty else { return }
        let positions = root.positions.sorted()
        for (text, position) in secrets {
            files.hide(WrittenSecret(text: text, position: position, next: positions.first { $0.isAfter(position) }))
        }
    }
}

extension SourcePosition {
    fileprivate func isAfter(_ other: SourcePosition) -> Bool {
        file == other.file && (line, column) > (other.line, other.column)
    }
}

extension ConfigNode {
    /// The positions of the node's keys and of the nodes in it.
    fileprivate var positions: [SourcePosition] {
        switch kind {
        case .scalar: [position]
        case .list(let items): items.flatMap(\.positions)
        case .map(let entries): entries.flatMap { [$0.keyPosition] + $0.value.positions }
        }
    }

    fileprivate var values: [ConfigNode] {
        guard case .map(let entries) = kind else { return [] }
        return entries.map(\.value)
    }

    fileprivate var keys: [String] {
        guard case .map(let entries) = kind else { return [] }
        return entries.map(\.key)
    }

    /// The nodes of a connection's secrets, for all networks.
    fileprivate var connectionSecrets: [ConfigNode?] {
        var nodes = logins
        for channel in value("channels")?.values ?? [] {
            nodes += [channel.value("key"), channel.value("secrets")]
            nodes += channel.value("headers")?.values ?? []
            if let url = channel.value("url"), channel.value("style") != nil || url.hasPassword { nodes.append(url) }
        }
        return nodes
    }

    /// The nodes of passwords and tokens at every depth below the keys of networks.
    private var logins: [ConfigNode?] {
        guard case .map(let entries) = kind else { return [] }
        return entries.flatMap { entry -> [ConfigNode?] in
            switch entry.key {
            case "channels", "files": []
            case "password", "token", "secret": [entry.value]
            default: entry.value.logins
            }
        }
    }

    /// A Boolean value that indicates whether the node is an address that contains a user name or password.
    private var hasPassword: Bool { if case .scalar(let text, _) = kind { text.contains("@") } else { false } }

    /// The items of a list; any other node by itself.
    fileprivate var items: [ConfigNode] {
        guard case .list(let items) = kind else { return [self] }
        return items
    }

    fileprivate mutating func remove(_ keys: Set<String>, from section: String) {
        guard case .map(var entries) = kind, let index = entries.firstIndex(where: { $0.key == section }),
            case .map(let inner) = entries[index].value.kind
        else { return }
        entries[index].value.kind = .map(inner.filter { !keys.contains($0.key) })
        kind = .map(entries)
    }
}
