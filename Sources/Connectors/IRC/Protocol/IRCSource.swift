/// The source of a line: `nick!user@host`, or a server's name.
struct IRCSource: Hashable, Sendable {
    var nick: String
    var user: String?
    var host: String?

    init(nick: String, user: String? = nil, host: String? = nil) {
        self.nick = nick
        self.user = user
        self.host = host
    }

    init(_ text: String) {
        let place = text.firstIndex(of: "@")
        let name = place.map { text[..<$0] } ?? text[...]
        let mark = name.firstIndex(of: "!")
        nick = String(mark.map { name[..<$0] } ?? name)
        user = mark.map { String(name[name.index(after: $0)...]) }
        host = place.map { String(text[text.index(after: $0)...]) }
    }

    /// The number of bytes that the source takes in a line sent to other users, with the `:` before and the space after it.
    var byteCount: Int {
        nick.utf8.count + (user.map { $0.utf8.count + 1 } ?? 0) + (host.map { $0.utf8.count + 1 } ?? 0) + 2
    }
}
