import ChatModel

/// A request about reminders: `list`, `cancel 3`, `snooze 3 10m`, `edit 3 …`, `tz Asia/Tokyo`, `refuse`, or a new reminder; in both
/// languages, with or without the word `remind` before it.
package enum ReminderRequest: Sendable {
    case list
    case cancel(Int)
    /// A new time for a reminder. The draft contains the time and no `what`.
    case snooze(Int, ParsedPhrase)
    /// A change of a reminder. The draft contains the time, the task or both.
    case edit(Int, ParsedPhrase)
    /// An IANA name, not looked up yet; `nil` if the user asks for the current one.
    case zone(String?)
    /// A Boolean value that indicates whether the user accepts reminders from others.
    case others(Bool)
    case remind(ParsedPhrase)

    /// - Parameter text: The text after the prefix or the command's name.
    package init(_ text: String, mentions: [PhraseMention] = []) throws(PhraseError) {
        guard ParsedPhrase.isShort(text) else { throw PhraseError(.tooLong, at: TextRange(0, 0)) }
        let splitter = PhraseSplitter(text, mentions)
        var parser = splitter.parser
        _ = parser.take(.verb)
        guard let command = parser.takeCommand() else {
            self = .remind(splitter.draft())
            return
        }
        let end = TextRange(text.utf16.count, text.utf16.count)
        switch command {
        case .list:
            // `list the guests at 15:00` is a task.
            self = parser.isAtEnd ? .list : .remind(splitter.draft())
        case .refuse, .accept:
            // `accept the offer at 15:00` is a task too.
            self = parser.isAtEnd ? .others(command == .accept) : .remind(splitter.draft())
        case .zone:
            guard !parser.isAtEnd else {
                self = .zone(nil)
                return
            }
            let start = parser.index
            guard let name = parser.zoneName(), !name.isEmpty, parser.isAtEnd else {
                let range = parser.textRange(start..<parser.tokens.count)
                throw PhraseError(.unknownZone, at: range, words: range.slice(of: text).map(String.init) ?? "")
            }
            self = .zone(name)
        case .cancel, .snooze, .edit:
            _ = parser.takeSign("#")
            guard let number = parser.digits()?.value else {
                guard parser.isAtEnd else {
                    self = .remind(splitter.draft())
                    return
                }
                throw PhraseError(.missingNumber, at: end)
            }
            switch command {
            case .snooze: self = .snooze(number, try splitter.delay(from: parser))
            case .edit:
                let draft = splitter.draft(from: parser.index).lenient
                if let refusal = draft.error { throw refusal }
                self = .edit(number, draft)
            default:
                // `cancel 3 orders at 15:00` is a task.
                self = parser.isAtEnd ? .cancel(number) : .remind(splitter.draft())
            }
        }
    }
}

extension PhraseParser {
    private static let commands = Vocabulary([
        ("list|ls|danh sách|ds|liệt kê", .command(.list)),
        ("cancel|delete|remove|huỷ|hủy|xoá|xóa|huỷ bỏ|hủy bỏ", .command(.cancel)),
        ("snooze|delay|postpone|hoãn|lùi|hoãn lại", .command(.snooze)),
        ("edit|change|sửa|đổi|sửa lại", .command(.edit)),
        ("tz|timezone|time zone|múi giờ", .command(.zone)),
        ("refuse|từ chối", .command(.refuse)),
        ("accept|allow|chấp nhận|cho phép", .command(.accept)),
    ])

    mutating func takeCommand() -> ReminderCommand? {
        guard let (term, count) = Self.commands.terms(at: index, of: tokens, isMarked: isMarked).first,
            case .command(let command) = term
        else { return nil }
        index += count
        return command
    }
}

extension PhraseSplitter {
    /// Parses `10m`, `thêm 10 phút`, `until tomorrow at 9:00`.
    func delay(from start: PhraseParser) throws(PhraseError) -> ParsedPhrase {
        var parser = start
        if ["for", "by", "thêm", "them"].contains(parser.token()?.text) { parser.index += 1 }
        let first = parser.index
        if var length = parser.length(), parser.isAtEnd {
            length.asClock = nil
            var time = ParsedTime(at: first)
            time.range = first..<parser.index
            time.delay = .init(value: length, range: time.range)
            return draft(of: time)
        }
        parser.index = first
        _ = parser.take(.until)
        let draft = draft(from: parser.index).lenient
        if let refusal = draft.error { throw refusal }
        guard draft.hasTime, draft.task == nil else {
            throw missing(.missingWhen, words: first..<parser.tokens.count)
        }
        return draft
    }
}
