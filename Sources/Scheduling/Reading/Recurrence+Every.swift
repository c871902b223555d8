extension Recurrence {
    /// Reads what stands behind `every:` in a configuration: `weekday at 09:00`, `2nd tuesday at 14:00`, `20 minutes between 09:00 and
    /// 17:00`, `month on the last day at 17:00`, `36 hours`, each with or without `until 2026-12-31` or `for 10 times` behind it.
    ///
    /// Days, weeks, months and years are those of a calendar and need a time; minutes and hours are lengths of time that pass. A
    /// stretch includes both its ends. `on the 31st` leaves out months without one, as an RRULE does; `on the 31st or last day` takes
    /// their last. What is not read so may be Vietnamese: `mỗi thứ hai lúc 9h`, `hàng ngày 8h30`, `t2 t4 t6 hàng tuần 6h sáng`.
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
