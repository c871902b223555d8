package import BotConfiguration
public import ChatModel

/// A reader of one connection's settings, key by key. Each invalid, missing or unknown key is reported at its position in the file.
public struct SettingsReader {
    private let node: ConfigNode
    private let description: String
    private let connection: ConnectionReader
    private let errors: Int
    private var map: MapReader?
    private var isOpen = false
    private var isRaw = false
    private var hasChannels = false
    private var values: [String: ConfigNode] = [:]

    init(_ node: ConfigNode, _ description: String, _ connection: ConnectionReader) {
        self.node = node
        self.description = description
        self.connection = connection
        errors = connection.diagnostics.errors
    }

    private var diagnostics: DiagnosticCollector { connection.diagnostics }

    /// Reads a text; nil if it is not given.
    ///
    /// - Parameter summary: One sentence that editors show beside the key.
    public mutating func text(_ key: String, _ summary: StaticString) -> String? { take(key, summary)?.text(diagnostics) }

    /// Reads a text that must be given.
    ///
    /// - Parameter example: A value for the suggestion to add the key.
    public mutating func requiredText(_ key: String, _ summary: StaticString, example: String) -> String? {
        open()
        let value = map?.require(key, summary, write: "\(key): \(example)")
        values[key] = value
        return value?.text(diagnostics)
    }

    /// Reads a whole number; nil if it is not given.
    public mutating func number(_ key: String, _ summary: StaticString, in range: ClosedRange<Int>) -> Int? {
        take(key, summary)?.wholeNumber(in: range, diagnostics)
    }

    /// Reads `true` or `false`; nil if it is not given.
    public mutating func flag(_ key: String, _ summary: StaticString) -> Bool? { take(key, summary)?.truth(diagnostics) }

    /// Reads a secret, which is given as `${env:NAME}` or `${file:path}`; nil if it is not given.
    ///
    /// - Parameter key: `password`, `token` or `secret`: reports leave out the values of these keys.
    public mutating func secret(_ key: String, _ summary: StaticString) -> Secret? {
        take(key, summary).flatMap { connection.secrets.password($0, diagnostics) }
    }

    /// Reports the value of a key that was read as an error.
    ///
    /// - Parameter code: A word that identifies the kind of error, such as `bad-host`.
    public mutating func reject(_ key: String, _ code: String, _ message: String, suggestion: String? = nil) {
        diagnostics.error(code, message, at: values[key]?.position ?? node.position, suggestion: suggestion)
    }

    /// Reads the channels, whose values are their names in the network. Without this call any text is a valid name.
    ///
    /// - Parameters:
    ///   - server: The server of the network, if it is known: two connections to one channel of a server are an error.
    ///   - rule: The form of a name, for the message about an invalid one, such as `a channel is one word`.
    ///   - isValid: Returns a Boolean value that indicates whether a name is valid.
    public mutating func channels(
        on server: (host: String, port: Int)?, _ rule: String, where isValid: (String) -> Bool
    ) {
        hasChannels = true
        for entry in connection.entries {
            let channel = entry.value.text(diagnostics)
            let id = connection.register(entry, as: channel ?? entry.key)
            guard let channel else { continue }
            guard isValid(channel) else {
                diagnostics.error("bad-channel", rule, at: entry.value.position)
                continue
            }
            connection.add(
                entry, id, named: channel,
                at: server.map { ChannelAddress(host: $0.host, port: $0.port, channel: channel) }
                    ?? ChannelAddress(network: "connection \(connection.name)", channel: channel))
        }
    }

    /// Reads settings and channels with the configuration's own readers instead of this one.
    package mutating func read<Settings: NetworkSettings>(_ type: Settings.Type) -> Settings? {
        isRaw = true
        return Settings.read(node, connection)
    }

    private mutating func open() {
        guard !isOpen else { return }
        isOpen = true
        map = MapReader(node, description, diagnostics)
    }

    private mutating func take(_ key: String, _ summary: StaticString) -> ConfigNode? {
        open()
        let value = map?.take(key, summary)
        values[key] = value
        return value
    }

    /// Reports the keys that were not read, unless the settings were read with the configuration's own readers.
    ///
    /// - Returns: A Boolean value that indicates whether the settings are valid.
    mutating func finish() -> Bool {
        if isRaw { return true }
        open()
        map?.finish()
        if !hasChannels { channels(on: nil, "a channel is a text") { _ in true } }
        return diagnostics.errors == errors || diagnostics.isRecording
    }
}
