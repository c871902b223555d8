import BotKit
import ChatModel
import Foundation
import Storage

extension TrafficGenerator {
    /// Generates a command that a bot offers, with valid arguments in most cases.
    mutating func command() -> NewEntry {
        let author = element(of: Self.people)
        let channel = element(of: channels).id
        let profiles = offers.flatMap(\.commands)
        guard !profiles.isEmpty, Int.random(in: 0..<12, using: &random) > 0 else {
            return say(element(of: ["*help", "*help 2", "*help roll", "*echo xin chào", "*nothing"]), by: author, in: channel)
        }
        let profile = element(of: profiles)
        var text = "*" + profile.name
        var mentions: [Mention] = []
        for expected in profile.expects {
            guard Int.random(in: 0..<10, using: &random) > 0 else { break }
            let other = element(of: Self.people)
            let word = word(for: Int.random(in: 0..<8, using: &random) > 0 ? expected.text(in: .en) : "", other)
            guard !word.isEmpty else { continue }
            text += " "
            if word == "@" + other.username {
                let start = text.utf16.count
                mentions.append(
                    Mention(user: other.id, username: other.username, range: TextRange(start, start + word.utf16.count)))
            }
            text += word
        }
        return say(text, by: author, in: channel) { $0.mentions = mentions }
    }

    /// Returns a command as its author might correct it; nil for any other text.
    mutating func corrected(_ text: String) -> String? {
        guard text.hasPrefix("*"), !offers.isEmpty, Bool.random(using: &random) else { return nil }
        let name = text.prefix { $0 != " " }
        return name + element(of: ["", " 3", " 2d6", " một hai ba", " x y z"])
    }

    /// Returns a word that may be used where this is expected.
    private mutating func word(for expected: String, _ other: Author) -> String {
        if expected.hasPrefix("one of ") {
            let words = expected.dropFirst(7).split(separator: ", ").map { $0.trimmingCharacters(in: ["…"]) }
            return words.isEmpty ? "" : element(of: words)
        }
        let kinds: [(String, [String])] = [
            ("user", ["@" + other.username]), ("whole number", ["1", "2", "3", "7", "-1"]), ("number", ["0.5", "3"]),
            ("duration", ["10m", "1h30m", "2d"]), ("link", ["https://example.org/a"]), ("yes or no", ["yes", "no"]),
            ("dice", ["2d6", "20", "0"]), ("role", ["@admin"]), ("channel", ["#general"]), ("code", ["```print(1)```"]),
            ("word", ["cà phê", "\"trà đá | cà phê | nước\"", "vì đã giúp", "a | b | c"]), ("", ["", "???", "một hai"]),
        ]
        let fitting = kinds.first { expected.contains($0.0) }?.1 ?? [""]
        return element(of: fitting)
    }
}
