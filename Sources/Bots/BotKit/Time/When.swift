import Recurrence

/// A date and time in everyday words, in English or Vietnamese: `in 20 minutes`, `tomorrow at 9`, `9h sáng mai`, `15/3 lúc 8h`.
///
///     Command("meet", "Calls a meeting") { (context, when: When, subject: RemainingText) in
///         let date = try await context.date(of: when)
///         …
///     }
///
/// The argument consumes the words of the time and leaves the others to the arguments that follow. The meaning depends on the
/// user's time zone, so call `context.date(of:)` to resolve it; that method marks words with no meaning or several.
public struct When: Argument {
    let phrase: TimePhrase

    /// The label `when`.
    public static var label: LocalizedText { LocalizedText("when", vi: "lúc nào") }
    /// The phrase "a time (in 20 minutes, tomorrow at 9:00)".
    public static var expects: LocalizedText {
        LocalizedText("a time (in 20 minutes, tomorrow at 9:00)", vi: "một thời điểm (20 phút nữa, 9h sáng mai)")
    }

    /// Reads the words of a time.
    ///
    /// - Throws: `UsageError` for a recurrence.
    public static func read(_ reader: inout ArgumentReader) throws -> When? {
        guard let spoken = reader.spoken() else { return nil }
        guard !spoken.draft.isRecurring else {
            throw UsageError(
                LocalizedText("expected a single time, not a recurrence", vi: "chỗ này cần một thời điểm, không phải nhiều lần"))
        }
        return When(phrase: spoken)
    }
}

/// A recurrence in everyday words, in English or Vietnamese: `every weekday at 9:00`, `mỗi ngày làm việc lúc 9h`,
/// `every 20 minutes`.
///
///     Command("standup", "Opens a round again and again") { (context, every: Every) in
///         [try await context.schedule.recurring("standup", every)]
///     }
public struct Every: Argument {
    let spoken: TimePhrase

    /// The label `every…`.
    public static var label: LocalizedText { LocalizedText("every…", vi: "mỗi…") }
    /// The phrase "a recurrence (every weekday at 9:00)".
    public static var expects: LocalizedText {
        LocalizedText("a recurrence (every weekday at 9:00)", vi: "nhịp lặp lại (mỗi ngày làm việc lúc 9h)")
    }

    /// Reads the words of a recurrence.
    ///
    /// - Throws: `UsageError` for a single time.
    public static func read(_ reader: inout ArgumentReader) throws -> Every? {
        guard let spoken = reader.spoken() else { return nil }
        guard spoken.draft.isRecurring else {
            throw UsageError(
                LocalizedText(
                    "expected a recurrence: begin with \"every\"", vi: "chỗ này cần một nhịp lặp lại: bắt đầu bằng \"mỗi\""))
        }
        return Every(spoken: spoken)
    }
}

extension ArgumentReader {
    /// Reads the words of a time if they come next; otherwise returns nil.
    fileprivate mutating func spoken() -> TimePhrase? {
        skipSpace()
        let start = position
        guard start < text.end else { return nil }
        let range = start..<text.end
        guard let leading = ParsedPhrase.leading(text.text(range), mentions: text.phraseMentions(in: range)) else { return nil }
        move(to: start + leading.end)
        return TimePhrase(draft: leading.draft, start: start)
    }
}
