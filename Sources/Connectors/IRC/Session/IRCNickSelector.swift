/// Selects the nick to request: the wanted one, and variants of it while it is taken.
struct IRCNickSelector: Equatable, Sendable {
    let wanted: String
    /// The maximum length in bytes; RFC 1459's nine after the server has rejected a longer nick.
    private var bytes = 64
    private(set) var tries = 0

    // nick_, nick__, nick___, then numbers; if all of these are taken, the bot gives up.
    static let maxTries = 30
    private static let maxUnderscores = 3

    init(wanted: String) { self.wanted = wanted }

    var current: String {
        switch tries {
        case 0: cut(wanted, leaving: 0)
        case 1...Self.maxUnderscores: cut(wanted, leaving: tries) + String(repeating: "_", count: tries)
        default: cut(wanted, leaving: 3) + "_\(tries + 6)"
        }
    }

    /// Returns the next variant after a nick was taken; `nil` if none is left.
    mutating func taken() -> String? {
        guard tries < Self.maxTries else { return nil }
        tries += 1
        return current
    }

    /// Returns a shorter nick after the server rejected one as malformed; `nil` if none is left.
    mutating func malformed() -> String? {
        guard bytes > 9, current.utf8.count > 9 else { return nil }
        bytes = 9
        return current
    }

    /// Returns every nick that the bot may have had on a network with either length limit, so that earlier nicks need not be stored.
    static func all(for wanted: String) -> [String] {
        [64, 9].flatMap { bytes in
            (0...maxTries).map { tries in
                var choice = IRCNickSelector(wanted: wanted)
                choice.bytes = bytes
                choice.tries = tries
                return choice.current
            }
        }
    }

    private func cut(_ nick: String, leaving count: Int) -> String {
        var nick = nick
        while nick.utf8.count + count > bytes, !nick.isEmpty { nick.removeLast() }
        return nick
    }
}
