extension Recurrence {
    /// Reads an RRULE of RFC 5545: `FREQ=MONTHLY;BYDAY=2TU;BYHOUR=14;BYMINUTE=0`, with or without `RRULE:` before it.
    ///
    /// Months without a 31st have none, as the RFC says. HOURLY and MINUTELY count lengths of time; the parts that limit them look at
    /// what clocks then show. The beginning is a moment of the schedule only if it fits. Not read are SECONDLY, BYSECOND, BYWEEKNO,
    /// BYYEARDAY and what the RFC forbids.
    ///
    /// - Parameter start: what clocks show at the beginning of the schedule, if that is known, for BYHOUR without BYMINUTE and the
    ///   other way round. A rule with neither has the time of the schedule's beginning in any case.
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
