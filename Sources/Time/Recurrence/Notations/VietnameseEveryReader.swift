import ChatModel
import Foundation

/// Parses a Vietnamese recurrence with the grammar of reminders. Anything relative to the current moment is refused, because a
/// configuration must mean the same on every day.
struct VietnameseEveryReader {
    private let text: String
    private let draft: ParsedPhrase

    /// Creates a parser; `nil` for a text without diacritics that does not begin like a Vietnamese one either.
    init?(_ text: String) {
        let tokens = PhraseTokenizer.tokens(of: text, [])
        guard tokens.contains(where: \.hasDiacritics) || tokens.first.map({ Self.beginnings.contains($0.folded) }) == true,
            ParsedPhrase.isShort(text)
        else { return nil }
        self.text = text
        draft = ParsedPhrase(text).lenient
    }

    private static let beginnings: Set<String> = [
        "moi", "hang", "cu", "cac", "thu", "t", "cn", "chu", "ngay", "cach", "sang", "toi",
    ]

    func recurrence() throws(ScheduleSyntaxError) -> Recurrence {
        try checkAlone()
        var found: [Recurrence] = []
        for now in moments {
            let reading: ResolvedPhrase
            do {
                reading = try draft.resolve(now: now, in: .utc, zones: ZoneRulesCache())
            } catch {
                throw ScheduleSyntaxError(
                    error.wording.en, at: columns(error.range), suggestion: Self.suggestions[error.reason])
            }
            guard case .recurring(let recurrence, _) = reading.when else { throw once }
            if reading.notes.contains(where: { if case .clockChosen = $0 { true } else { false } }) {
                let end = text.unicodeScalars.count
                throw ScheduleSyntaxError("a day needs a time", at: end..<end, suggestion: "add lúc 9h")
            }
            found.append(recurrence)
        }
        guard let first = found.first, found.allSatisfy({ $0 == first }) else {
            throw whole("this depends on the day on which it is written", "write the year: đến ngày 31/12/2026")
        }
        return first
    }

    /// Refuses the parts that a reminder has besides its time.
    private func checkAlone() throws(ScheduleSyntaxError) {
        if !draft.recipients.isEmpty { throw whole("this is a request to remind", "write the time alone: mỗi ngày lúc 9h") }
        if let what = draft.task {
            throw ScheduleSyntaxError(
                "'\(what.text)' is not understood here", at: columns(what.range), suggestion: "leave it out")
        }
        guard let time = draft.time, draft.error == nil else { return }
        if let zone = time.zone {
            throw ScheduleSyntaxError(
                "the time zone has its own key", at: columns(draft.tokens.range(zone.range)),
                suggestion: "write tz: \(zone.value)")
        }
        if !time.exceptions.isEmpty { throw whole("exceptions have their own key", "write except: with the name of a list") }
        if time.starting != nil {
            throw whole("this depends on the day on which it is written", "write from: \"2026-01-05 09:00\"")
        }
        if !time.isRecurring { throw once }
    }

    private var once: ScheduleSyntaxError {
        whole("this does not recur", "write mỗi ngày lúc 9h, or at: for a single time")
    }

    private func whole(_ message: String, _ suggestion: String) -> ScheduleSyntaxError {
        ScheduleSyntaxError(message, at: 0..<text.unicodeScalars.count, suggestion: suggestion)
    }

    /// Two unrelated moments before the end of the recurrence. A result that is the same at both does not depend on the moment.
    private var moments: [Date] {
        let year = endYear ?? 2015
        return [(year - 1, 3, 11, 5), (year - 1, 10, 24, 18)].compactMap { year, month, day, hour in
            CivilTime(year: year, month: month, day: day, hour: hour, minute: 17).map(ZoneRules.utc.instant)
        }
    }

    private var endYear: Int? {
        switch draft.time?.end?.value {
        case .day(.date(_, _, let year), _), .day(.slashed(_, _, let year), _): year
        default: nil
        }
    }

    private static let suggestions: [PhraseError.Reason: String] = [
        .ambiguous: "write 15h, 3h sáng or 3h chiều", .missingDay: "write thứ hai hàng tuần lúc 9h",
        .missingWhen: "write mỗi ngày lúc 9h",
    ]

    private func columns(_ range: TextRange) -> Range<Int> {
        func column(_ offset: Int) -> Int {
            let index = text.utf16.index(text.startIndex, offsetBy: min(max(0, offset), text.utf16.count))
            return text.unicodeScalars.distance(from: text.startIndex, to: index)
        }
        return column(range.start)..<max(column(range.start), column(range.end))
    }
}
