import Scheduling

/// What somebody asks of a bot that reminds people, in either language: `in 20 minutes to check the build`, `list`, `cancel 3`,
/// `snooze 3 10m`, `edit 3 tomorrow at 9`, `tz Asia/Tokyo`, `refuse`, `nhắc tôi 9h sáng mai gọi khách`.
///
/// The grammar is closed: what it does not know it points at, and it never picks one of two meanings by itself.
public enum ReminderArguments: Argument {
    case remind(TimePhrase)
    case list
    case cancel(Int)
    /// Says until when.
    case snooze(Int, TimePhrase)
    /// Says when, what, or both.
    case edit(Int, TimePhrase)
    /// The name of a time zone, which there may not be; nil where they only ask.
    case zone(String?)
    /// Whether others may remind them.
    case others(areWelcome: Bool)

    public static var label: LocalizedText { LocalizedText("when and what", vi: "lúc nào và việc gì") }
    public static var expects: LocalizedText {
        LocalizedText("when and what (in 20 minutes to call An)", vi: "lúc nào và việc gì (20 phút nữa gọi An)")
    }
    public static func usage(of label: String) -> String { "<\(label)…>" }
    public static var isLast: Bool { true }

    public static func read(_ reader: inout ArgumentReader) throws -> ReminderArguments? {
        guard !reader.isAtEnd else { return nil }
        // With the command's own name: `remind me` is whom, and `me` alone need not be.
        let start = reader.text.startOfWord(before: reader.position)
        let range = start..<reader.text.end
        reader.move(to: reader.text.units.count)
        do throws(PhraseError) {
            let mentions = reader.text.phraseMentions(in: range)
            return ReminderArguments(try ReminderRequest(reader.text.text(range), mentions: mentions), at: start)
        } catch {
            throw TimePhrase.mistake(error, in: start)
        }
    }

    private init(_ request: ReminderRequest, at start: Int) {
        func spoken(_ draft: ParsedPhrase) -> TimePhrase { TimePhrase(draft: draft, start: start) }
        switch request {
        case .list: self = .list
        case .cancel(let number): self = .cancel(number)
        case .snooze(let number, let draft): self = .snooze(number, spoken(draft))
        case .edit(let number, let draft): self = .edit(number, spoken(draft))
        case .zone(let name): self = .zone(name)
        case .others(let areWelcome): self = .others(areWelcome: areWelcome)
        case .remind(let draft): self = .remind(spoken(draft))
        }
    }

    /// What a message asks for, whatever it begins with: for a question that is read a second time.
    ///
    /// - Parameter prefix: what a command begins with.
    /// - Returns: nil where it asks for nothing.
    public init?(_ message: Message, prefix: String) {
        guard message.text.hasPrefix(prefix) else { return nil }
        let text = CommandText(message)
        let start = prefix.utf16.count
        guard start < text.end else { return nil }
        let range = start..<text.end
        do throws(PhraseError) {
            self.init(try ReminderRequest(text.text(range), mentions: text.phraseMentions(in: range)), at: start)
        } catch {
            return nil
        }
    }
}

extension CommandText {
    /// Where the word before a position begins, without the signs of a command's prefix.
    fileprivate func startOfWord(before position: Int) -> Int {
        var end = min(position, units.count)
        while end > 0, Self.isSpace(units[end - 1]) { end -= 1 }
        var start = end
        while start > 0, !Self.isSpace(units[start - 1]) { start -= 1 }
        while start < end, units[start] < 0x80, !Self.isLetter(units[start]) { start += 1 }
        return start < end ? start : position
    }

    private static func isLetter(_ unit: UInt16) -> Bool { (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit) }
}
