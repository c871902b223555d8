import MezonModel

/// Reads the days of an iCalendar file (RFC 5545): all-day events with DTSTART and DTEND, once or every year. Anything that would make
/// other days of it is a diagnostic, for a holiday that is silently missed is worse than none.
struct CalendarFile {
    private let file: String
    private let findings: Findings

    private struct Line {
        var name: String
        var value: String
        var number: Int
    }

    init(_ file: String, _ findings: Findings) {
        self.file = file
        self.findings = findings
    }

    func days(of text: String) -> [DaySpan] {
        var days: [DaySpan] = []
        var event: [Line]?
        for line in lines(of: text) {
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", "VEVENT"): event = []
            case ("END", "VEVENT"):
                if let span = event.flatMap({ span(of: $0, endingAt: line) }) { days.append(span) }
                event = nil
            default: event?.append(line)
            }
        }
        if days.isEmpty, !findings.diagnostics.contains(where: { $0.place.file == file }) {
            findings.error("empty-list", "this calendar has no events", at: Place(file: file, line: 1, column: 1))
        }
        return days
    }

    /// A line that begins with a space goes on with the one before it.
    private func lines(of text: String) -> [Line] {
        var lines: [Line] = []
        for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if raw.first == " " || raw.first == "\t" {
                if !lines.isEmpty { lines[lines.count - 1].value += raw.dropFirst() }
                continue
            }
            guard let colon = raw.firstIndex(of: ":") else { continue }
            let name = raw[..<colon].prefix { $0 != ";" }.uppercased()
            lines.append(Line(name: name, value: String(raw[raw.index(after: colon)...]), number: index + 1))
        }
        return lines
    }

    private func span(of event: [Line], endingAt end: Line) -> DaySpan? {
        guard let start = event.first(where: { $0.name == "DTSTART" }) else {
            return refuse("this event has no DTSTART", at: end)
        }
        guard let first = day(start.value) else { return refuse("'\(start.value)' is not a date", at: start) }
        var last = first
        if let until = event.first(where: { $0.name == "DTEND" }) {
            // The end of an event of whole days is the day after it.
            let isExclusive = until.value.utf8.count == 8 || until.value.dropFirst(8).hasPrefix("T000000")
            guard let day = day(until.value).flatMap({ isExclusive ? $0.adding(-1) : $0 }) else {
                return refuse("'\(until.value)' is not a date", at: until)
            }
            last = max(first, day)
        }
        if let odd = event.first(where: { ["RDATE", "EXDATE", "DURATION"].contains($0.name) }) {
            return refuse("\(odd.name) is not read here", at: odd)
        }
        var isYearly = false
        if let rule = event.first(where: { $0.name == "RRULE" }) {
            let parts = Set(rule.value.uppercased().split(separator: ";").map(String.init))
            let plain: Set = ["FREQ=YEARLY", "INTERVAL=1", "BYMONTH=\(first.month)", "BYMONTHDAY=\(first.day)"]
            guard parts.contains("FREQ=YEARLY"), parts.isSubset(of: plain) else {
                return refuse("'\(rule.value)' is not read here; events happen once, or FREQ=YEARLY", at: rule)
            }
            isYearly = true
        }
        return DaySpan(first: first, last: last, isYearly: isYearly)
    }

    /// `20260101`, with or without a time behind it.
    private func day(_ text: String) -> Day? {
        let digits = text.prefix(8)
        guard digits.utf8.count == 8, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            text.utf8.count == 8 || text.dropFirst(8).hasPrefix("T"), let year = Int(digits.prefix(4)),
            let month = Int(digits.dropFirst(4).prefix(2)), let day = Int(digits.suffix(2))
        else { return nil }
        return Day(year: year, month: month, day: day)
    }

    private func refuse(_ message: String, at line: Line) -> DaySpan? {
        findings.error(
            "bad-calendar", message, at: Place(file: file, line: line.number, column: 1),
            suggestion: "write the days in a text file: 2026-01-01, or --09-02 for every year")
        return nil
    }
}
