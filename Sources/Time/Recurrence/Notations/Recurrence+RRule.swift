extension Recurrence {
    /// Parses an RRULE of RFC 5545: `FREQ=MONTHLY;BYDAY=2TU;BYHOUR=14;BYMINUTE=0`, optionally with `RRULE:` before it.
    ///
    /// Months without a 31st are skipped, as the RFC requires. HOURLY and MINUTELY are elapsed time; the parts that limit them apply to the
    /// resulting local time. The start is an occurrence only if it matches. SECONDLY, BYSECOND, BYWEEKNO, BYYEARDAY and anything that the
    /// RFC forbids are not supported.
    ///
    /// - Parameter start: The local time of the schedule's start, if known, for BYHOUR without BYMINUTE and vice versa. A rule with neither
    ///   uses the time of the schedule's start in any case.
    package init(rrule text: String, from start: CivilTime? = nil) throws(ScheduleSyntaxError) {
        try LocatedWord.checkLength(text)
        let prefix = text.uppercased().hasPrefix("RRULE:") ? 6 : 0
        let columns = 0..<text.unicodeScalars.count
        var parts = RRuleParts(columns: columns, start: start)
        for word in LocatedWord.split(String(text.dropFirst(prefix)), from: prefix, omittingEmpty: false, at: { $0 == ";" }) {
            try parts.add(word)
        }
        self = try parts.recurrence()
    }
}
