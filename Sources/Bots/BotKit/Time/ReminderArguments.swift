import Recurrence

/// The requests to a reminder bot, in English or Vietnamese: `in 20 minutes to check the build`, `list`, `cancel 3`,
/// `snooze 3 10m`, `edit 3 tomorrow at 9`, `tz Asia/Tokyo`, `refuse`, `nhắc tôi 9h sáng mai gọi khách`.
///
/// The grammar is closed: unknown words are reported with their position, and an ambiguous request is never resolved silently.
@nonexhaustive
public enum ReminderArguments: Argument {
    /// Create a reminder.
    case remind(TimePhrase)
    /// List the user's reminders.
    case list
    /// Cancel the reminder with this number.
    case cancel(Int)
    /// Postpone the reminder with this number; the phrase gives the new time.
    case snooze(Int, TimePhrase)
    /// Change the reminder with this number; the phrase gives a time, a text, or both.
    case edit(Int, TimePhrase)
    /// Set the user's time zone to a name, which may not exist; nil shows the current one.
    case zone(String?)
    /// Allow or refuse reminders from other users.
    case others(areWelcome: Bool)

    /// The label `when and what`.
    public static var label: LocalizedText { LocalizedText("when and what", vi: "lúc nào và việc gì") }
    /// The phrase "when and what (in 20 minutes to call An)".
    public static var expects: LocalizedText {
        LocalizedText("when and what (in 20 minutes to call An)", vi: "lúc nào và việc gì (20 phút nữa gọi An)")
    }
    /// Returns the label with an ellipsis: `<label…>`.
    public static func usage(of label: String) -> String { "<\(label)…>" }
    /// True: the argument consumes all remaining words.
    public static var isLast: Bool { true }

    /// Reads the whole request.
    ///
    /// - Throws: `UsageError` that marks the words that cannot be read.
    public static func read(_ reader: inout ArgumentReader) throws -> ReminderArguments? {
        guard !reader.isAtEnd else { return nil }
        // Parsing begins at the command's own name: `remind me` names the recipient, which `me` alone might not.
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

    /// Parses a message's request regardless of its command name, to read a question a second time.
    ///
    /// - Parameters:
    ///   - message: The message with the command.
    ///   - prefix: The command prefix.
    /// - Returns: Nil if the message contains no valid request.
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
    /// Returns the start of the word before a position, without the characters of the command prefix.
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
