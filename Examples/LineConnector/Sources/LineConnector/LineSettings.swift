import ConnectorKit

/// The settings of one connection to a line server.
public struct LineSettings: Hashable, Sendable {
    var host: String
    var port: Int
    var nick: String
    var password: Secret?

    /// Reads `line: { host: 127.0.0.1, port: 7010, nick: mezon-bot, password: "${env:LINE_PASSWORD}" }` and the channels.
    init?(_ reader: inout SettingsReader) {
        let given = reader.requiredText("host", "The server, for example 127.0.0.1.", example: "127.0.0.1")
        host = given ?? ""
        port = reader.number("port", "The port (default: 7010).", in: 1...65_535) ?? 7010
        nick = reader.text("nick", "The bot's nick (default: mezon-bot).") ?? "mezon-bot"
        password = reader.secret("password", "The server's password, as ${env:…} or ${file:…}.")
        if !Line.isWord(nick) { reader.reject("nick", "bad-nick", "a nick is one word of at most 32 bytes") }
        reader.channels(on: (host, port), "a channel is one word of at most 32 bytes", where: Line.isWord)
        if given == nil { return nil }
    }
}
