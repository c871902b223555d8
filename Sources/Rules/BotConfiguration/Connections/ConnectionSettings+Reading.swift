import ChatModel

extension ConnectionSettings {
    /// Reads one connection: `libera: { irc: {…}, channels: { swift: "#swift" } }`. The names of its channels are added to `names`.
    ///
    /// - Parameter formats: The networks of this build.
    init?(
        _ entry: ConfigNode.Entry, names: inout NameRegistry, formats: [ConnectionFormat], secrets: SecretSource,
        _ diagnostics: DiagnosticCollector
    ) {
        guard var map = MapReader(entry.value, "a connection", diagnostics) else { return nil }
        var given: [(format: ConnectionFormat, node: ConfigNode)] = []
        for format in formats { if let node = map.take(format.key, format.summary) { given.append((format, node)) } }
        map.requireOne(of: formats.map(\.key))
        let channels = map.take(
            "channels",
            "The channels, each under a name of your choice: swift: \"#swift\" on IRC, and as the network requires on others.")
        let files = map.take(
            "files", "Limits for files transferred from and to a network that stores files, for example max_size: 25MiB.")
        map.finish()
        let fileSettings = files.flatMap { FileSettings($0, diagnostics) }
        if let files, !given.isEmpty, !given.contains(where: \.format.storesFiles) {
            diagnostics.error(
                "contradiction", "this network stores no files: they are sent as links", at: files.position,
                suggestion: "remove it")
        }
        if given.count > 1 {
            diagnostics.error(
                "contradiction", "a connection has exactly one network", at: entry.keyPosition,
                suggestion: "split it into two connections")
        }
        let isUsable = NameRegistry.isUsable(entry, diagnostics)
        let named = (channels?.named("'channels' of a connection", diagnostics) ?? []).filter {
            NameRegistry.isUsable($0, diagnostics)
        }
        // Everything present is read, so that all errors are found.
        var read: [ConnectionSettings?] = []
        for (format, node) in given {
            let reader = ConnectionReader(name: entry.key, entries: named, names: names, secrets: secrets, diagnostics)
            names = NameRegistry()  // The reader is the only owner while it adds names, so that they are not copied.
            let settings = format.read(node, reader)
            names = reader.names
            read.append(
                settings.map {
                    var connection = ConnectionSettings(
                        name: entry.key, position: entry.keyPosition,
                        network: Network(key: format.key, title: format.title, $0), channels: reader.channels)
                    connection.addresses = reader.addresses
                    connection.events = reader.events
                    return connection
                })
        }
        guard isUsable, let first = read.first, let first else { return nil }
        self = first
        if let fileSettings { self.files = fileSettings }
    }
}
