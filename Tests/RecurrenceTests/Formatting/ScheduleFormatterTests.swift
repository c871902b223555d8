import Foundation
import Testing

@testable import Recurrence

@Suite struct ScheduleFormatterTests {
    private static let phrases: [(String, String, String)] = [
        ("weekday at 09:00", "every weekday at 09:00", "mỗi ngày làm việc lúc 09:00"),
        ("day at 09:00 and 17:30", "every day at 09:00 and 17:30", "mỗi ngày lúc 09:00 và 17:30"),
        ("3 days at 09:00", "every 3 days at 09:00", "mỗi 3 ngày lúc 09:00"),
        ("monday and thursday at 09:00", "every Monday and Thursday at 09:00", "mỗi thứ Hai và thứ Năm lúc 09:00"),
        ("weekend at 09:00", "every Saturday and Sunday at 09:00", "mỗi thứ Bảy và Chủ nhật lúc 09:00"),
        ("2 weeks on monday at 09:00", "every 2 weeks on Mondays at 09:00", "mỗi 2 tuần vào thứ Hai lúc 09:00"),
        ("2nd tuesday at 14:00", "every month on the 2nd Tuesday at 14:00", "mỗi tháng vào thứ Ba thứ 2 lúc 14:00"),
        (
            "last friday of march at 14:00", "every year on the last Friday in March at 14:00",
            "mỗi năm vào thứ Sáu cuối cùng trong tháng 3 lúc 14:00"
        ),
        ("month on the last day at 17:00", "every month on the last day at 17:00", "mỗi tháng vào ngày cuối cùng lúc 17:00"),
        (
            "month on the 1st and 22nd at 17:00", "every month on the 1st and 22nd at 17:00",
            "mỗi tháng vào ngày 1 và 22 lúc 17:00"
        ),
        (
            "month on the 31st or last day at 17:00", "every month on the 31st or the last day at 17:00",
            "mỗi tháng vào ngày 31 hoặc ngày cuối cùng lúc 17:00"
        ),
        (
            "first weekday at 09:00 and 10:00", "every month on the 1st weekday at 09:00 and 10:00",
            "mỗi tháng vào ngày làm việc đầu tiên lúc 09:00 và 10:00"
        ),
        ("year on 2 september at 08:00", "every year on 2 September at 08:00", "mỗi năm vào ngày 2 tháng 9 lúc 08:00"),
        ("36 hours", "every 36 hours", "mỗi 36 giờ"), ("hour", "every hour", "mỗi giờ"),
        ("90 minutes", "every 1 hour and 30 minutes", "mỗi 1 giờ 30 phút"),
        (
            "20 minutes between 09:00 and 17:00 on weekdays", "every 20 minutes between 09:00 and 17:00 on weekdays",
            "mỗi 20 phút từ 09:00 đến 17:00 vào ngày làm việc"
        ),
        ("day at 09:00 until 2026-12-31", "every day at 09:00, until 2026-12-31", "mỗi ngày lúc 09:00, đến 2026-12-31"),
        ("day at 09:00 for 3 times", "every day at 09:00, 3 times", "mỗi ngày lúc 09:00, 3 lần"),
    ]

    @Test(arguments: phrases)
    func `a phrase schedule is described in both languages`(phrase: String, english: String, vietnamese: String) throws {
        let zone = try ZoneRules.named("Asia/Ho_Chi_Minh")
        let schedule = Schedule(try Recurrence(every: phrase), in: zone, from: try .iso("2026-01-01T00:00:00Z"))
        #expect(schedule.description(EnglishScheduleFormatter()) == english + " (Asia/Ho_Chi_Minh)")
        #expect(schedule.description(VietnameseScheduleFormatter()) == vietnamese + " (Asia/Ho_Chi_Minh)")
    }

    private static let crons: [(String, String)] = [
        ("*/15 9-17 * * 1-5", "every weekday every 15 minutes from 09:00 to 17:45"), ("0 9 * * *", "every day at 09:00"),
        ("0 9 * 1,3 *", "every day in January and March at 09:00"), ("0 9 * * mon#1", "every month on the 1st Monday at 09:00"),
        ("0 0 13 * fri", "every month on the 13th, or every Friday at 00:00"),
        ("0 0 13 * */2", "every month on the 13th, if that is Sunday, Tuesday, Thursday or Saturday at 00:00"),
        ("0 17 L * *", "every month on the last day at 17:00"), ("0 0 29 2 *", "every year on 29 February at 00:00"),
        ("0 0 1 1 *", "every year on 1 January at 00:00"),
        ("30 * * * *", "every day every hour from 00:30 to 23:30"),
        ("0,7,9 6,18 * * *", "every day at 06:00, 06:07, 06:09 and so on, 6 times a day"),
    ]

    @Test(arguments: crons)
    func `a cron expression is described in words`(cron: String, english: String) throws {
        let schedule = Schedule(try Recurrence(cron: cron), in: .utc, from: try .iso("2026-01-01T00:00:00Z"))
        #expect(schedule.description(EnglishScheduleFormatter()) == english + " (UTC)")
    }

    private static let rules: [(String, String)] = [
        ("FREQ=YEARLY", "every year on 31 March at 07:30"), ("FREQ=MONTHLY", "every month on the 31st at 07:30"),
        ("FREQ=YEARLY;BYDAY=20MO", "every year on the 20th Monday of the year at 07:30"),
        ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "every month on the 13th, if that is Friday at 07:30"),
        (
            "FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3,-2",
            "every month on Tuesday, Wednesday and Thursday, of these only the 3rd and 2nd to last at 07:30"
        ),
        ("FREQ=HOURLY;INTERVAL=3;BYDAY=MO;BYHOUR=9,12", "every 3 hours on Mondays, in the hours 9 and 12"),
        ("FREQ=DAILY;UNTIL=20261231T170000Z", "every day at 07:30, until 2026-12-31 17:00 UTC"),
    ]

    @Test(arguments: rules)
    func `a recurrence rule is described in words`(rule: String, english: String) throws {
        let schedule = Schedule(try Recurrence(rrule: rule), in: .utc, from: try CivilTime(text: "2026-03-31 07:30"))
        #expect(schedule.description(EnglishScheduleFormatter()) == english + " (UTC)")
    }

    @Test(arguments: [
        ("day at 02:30", "its first occurrence."), ("hour", "independent of clock changes."),
        ("20 minutes between 01:00 and 04:00", "A time window"),
    ])
    func `a schedule description notes its behaviour at DST changes`(phrase: String, part: String) throws {
        let schedule = Schedule(try Recurrence(every: phrase), in: .utc, from: try .iso("2026-01-01T00:00:00Z"))
        let notes = [
            EnglishScheduleFormatter().clockNote, EnglishScheduleFormatter().elapsedNote, EnglishScheduleFormatter().stretchNote,
        ]
        let note = schedule.note(EnglishScheduleFormatter())
        #expect(note.contains(part))
        #expect(notes.filter { $0.contains(part) }.contains(note))
        #expect(schedule.note(VietnameseScheduleFormatter()) != note)
    }

    @Test func `an hourly cron description says that it follows the clock's minute`() throws {
        let hourly = Schedule(try Recurrence(cron: "0 * * * *"), in: .utc, from: try .iso("2026-01-01T00:00:00Z"))
        #expect(hourly.note(EnglishScheduleFormatter()).hasPrefix("This runs whenever clocks show the time"))
        let named = Schedule(try Recurrence(cron: "0 */2 * * *"), in: .utc, from: try .iso("2026-01-01T00:00:00Z"))
        #expect(named.note(EnglishScheduleFormatter()) == EnglishScheduleFormatter().clockNote)
    }

    @Test func `a one-time schedule is described with its date`() throws {
        let schedule = Schedule(Recurrence(.once), in: .utc, from: try CivilTime(text: "2026-03-31 07:30"))
        #expect(schedule.description(EnglishScheduleFormatter()) == "once, on 2026-03-31 at 07:30 (UTC)")
        #expect(schedule.description(VietnameseScheduleFormatter()) == "một lần, ngày 2026-03-31 lúc 07:30 (UTC)")
    }
}
