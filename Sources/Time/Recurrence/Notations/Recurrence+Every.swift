extension Recurrence {
    /// Parses the value of `every:` in a configuration: `weekday at 09:00`, `2nd tuesday at 14:00`, `20 minutes between 09:00 and 17:00`,
    /// `month on the last day at 17:00`, `36 hours`, each optionally followed by `until 2026-12-31` or `for 10 times`.
    ///
    /// Days, weeks, months and years follow the calendar and need a time; minutes and hours are elapsed time. A window includes both its
    /// ends. `on the 31st` leaves out months without one, as an RRULE does; `on the 31st or last day` uses their last day. Any other text
    /// may be Vietnamese: `mỗi thứ hai lúc 9h`, `hàng ngày 8h30`, `t2 t4 t6 hàng tuần 6h sáng`.
    package init(every text: String) throws(ScheduleSyntaxError) {
        try LocatedWord.checkLength(text)
        var reader = EveryReader(text)
        do {
            self = try reader.recurrence()
        } catch {
            guard let vietnamese = VietnameseEveryReader(text) else { throw error }
            self = try vietnamese.recurrence()
        }
    }
}
