import ChatModel
import Foundation
import Recurrence
import Testing

struct ReminderRequestTests {
    private static let zones = ZoneRulesCache()
    private static let zone = zones.zone(named: "Asia/Ho_Chi_Minh") ?? .utc
    /// Wednesday, 11 March 2026, 10:00.
    private static let now = Date(timeIntervalSince1970: 1_773_198_000)

    private static func shown(_ text: String) -> String {
        do {
            switch try ReminderRequest(text) {
            case .list: return "list"
            case .cancel(let number): return "cancel \(number)"
            case .snooze(let number, let draft): return "snooze \(number) \(shown(draft))"
            case .edit(let number, let draft): return "edit \(number) \(shown(draft))"
            case .zone(let name): return "zone \(name ?? "?")"
            case .others(let areWelcome): return areWelcome ? "accept" : "refuse"
            case .remind(let draft): return "remind \(shown(draft))"
            }
        } catch {
            return "\(error.reason) \(error.words)"
        }
    }

    private static func shown(_ draft: ParsedPhrase) -> String {
        guard draft.hasTime else { return "- \(draft.task?.text ?? "-")" }
        do {
            let reading = try draft.resolve(now: now, in: zone, zones: zones)
            guard case .once(let time, _) = reading.when else { return "recurring \(reading.what?.text ?? "-")" }
            return "\(time) \(reading.what?.text ?? "-")"
        } catch {
            return "\(error.reason)"
        }
    }

    @Test(arguments: [
        ("remind refuse", "refuse"), ("nhắc từ chối", "refuse"), ("nhac tu choi", "refuse"), ("remind accept", "accept"),
        ("nhắc cho phép", "accept"), ("remind accept the offer in 2 hours", "remind 2026-03-11 12:00 accept the offer"),
        ("remind list", "list"), ("list", "list"), ("nhắc danh sách", "list"), ("nhac ds", "list"), ("LIST", "list"),
        ("remind cancel 3", "cancel 3"), ("nhắc huỷ 3", "cancel 3"), ("nhắc hủy #3", "cancel 3"), ("nhac huy 3", "cancel 3"),
        ("xoá 12", "cancel 12"), ("remind snooze 3 10m", "snooze 3 2026-03-11 10:10 -"),
        ("nhắc hoãn 3 10p", "snooze 3 2026-03-11 10:10 -"), ("nhắc hoãn 3 thêm 1 tiếng rưỡi", "snooze 3 2026-03-11 11:30 -"),
        ("snooze 3 2h", "snooze 3 2026-03-11 12:00 -"), ("snooze 3 for an hour", "snooze 3 2026-03-11 11:00 -"),
        ("snooze 3 until tomorrow at 9:00", "snooze 3 2026-03-12 09:00 -"),
        ("hoãn 3 đến 9h sáng mai", "snooze 3 2026-03-12 09:00 -"),
        ("remind edit 3 tomorrow at 9:00", "edit 3 2026-03-12 09:00 -"), ("nhắc sửa 3 gọi Lan", "edit 3 - gọi Lan"),
        ("nhắc sửa 3 gọi Lan lúc 15h", "edit 3 2026-03-11 15:00 gọi Lan"),
        ("remind tz Asia/Tokyo", "zone Asia/Tokyo"), ("nhắc múi giờ Asia/Ho_Chi_Minh", "zone Asia/Ho_Chi_Minh"),
        ("nhac mui gio asia/ho_chi_minh", "zone Asia/Ho_Chi_Minh"), ("tz Vietnam", "zone Asia/Ho_Chi_Minh"),
        ("tz UTC+7", "zone Etc/GMT-7"), ("tz", "zone ?"), ("tz America/Port-au-Prince", "zone America/Port-au-Prince"),
        ("remind me in 5 minutes to list the guests", "remind 2026-03-11 10:05 list the guests"),
    ])
    func `reminder commands are understood in both languages`(text: String, request: String) {
        #expect(Self.shown(text) == request)
    }

    @Test(arguments: [
        ("list the guests at 15:00", "remind 2026-03-11 15:00 list the guests"),
        ("nhắc huỷ 3 đơn hàng lúc 15h", "remind 2026-03-11 15:00 huỷ 3 đơn hàng"),
        ("remind cancel the flight at 15:00", "remind 2026-03-11 15:00 cancel the flight"),
    ])
    func `the same words inside a reminder text are not commands`(text: String, request: String) {
        #expect(Self.shown(text) == request)
    }

    @Test(arguments: [
        ("cancel", "missingNumber "), ("hoãn", "missingNumber "), ("tz Narnia/Lantern", "unknownZone Narnia/Lantern"),
        ("tz PST", "unknownZone PST"), ("snooze 3", "missingWhen "), ("snooze 3 gọi Lan", "missingWhen gọi Lan"),
        ("edit 3", "missingWhen "),
    ])
    func `a missing part of a reminder command is reported`(text: String, refusal: String) {
        #expect(Self.shown(text) == refusal)
    }
}
