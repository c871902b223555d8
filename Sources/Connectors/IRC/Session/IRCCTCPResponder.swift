/// Answers CTCP requests at a low rate, so that other users cannot make the bot flood a server.
struct IRCCTCPResponder: Sendable {
    static let pause: Duration = .seconds(10)
    private static let maxEchoBytes = 64

    private var openAt = Duration.zero

    /// Returns the reply to a request; nil if it is not answered.
    ///
    /// - Parameter request: The text between the two CTCP delimiters, such as `PING 123`.
    mutating func reply(to request: Substring, from nick: String, at uptime: Duration) -> String? {
        guard uptime >= openAt, !nick.isEmpty else { return nil }
        let words = request.split(separator: " ", maxSplits: 1)
        let answer: String
        switch words.first?.uppercased() {
        case "VERSION": answer = "VERSION mezon-bot"
        case "PING":
            let echo = words.count > 1 ? String(words[1]) : ""
            guard echo.utf8.count <= Self.maxEchoBytes else { return nil }
            answer = "PING \(IRCText(echo).text)"
        default: return nil
        }
        openAt = uptime + Self.pause
        return "NOTICE \(nick) :\u{1}\(answer)\u{1}"
    }
}
