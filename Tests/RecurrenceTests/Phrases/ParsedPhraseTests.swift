import BotKit
import ChatModel
import Foundation
import Testing

@testable import Recurrence

struct ParsedPhraseTests {
    private static let zones = ZoneRulesCache()
    private static let zone = zones.zone(named: "Asia/Ho_Chi_Minh") ?? .utc
    /// Wednesday, 11 March 2026, 10:00.
    private static let now = Date(timeIntervalSince1970: 1_773_198_000)

    private static func reading(_ text: String, _ mentions: [PhraseMention] = []) throws(PhraseError) -> ResolvedPhrase {
        try ParsedPhrase(text, mentions: mentions).resolve(now: now, in: zone, zones: zones)
    }

    private static func refusal(_ text: String) -> PhraseError? {
        do {
            _ = try reading(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a phrase is resolved to its time, recipients and text with their ranges`() throws {
        let text = "⏰ remind me tomorrow at 9 to send the report"
        let time = try #require(CivilTime(year: 2026, month: 3, day: 12, hour: 9))
        #expect(
            try Self.reading(text)
                == ResolvedPhrase(
                    who: [.me], when: .once(time, Self.zone.instant(of: time)), zone: Self.zone, isZoneNamed: false,
                    exceptions: [],
                    what: PhraseText(text: "send the report", range: TextRange(29, 44)), notes: [], whenRange: TextRange(12, 25)))
    }

    @Test(arguments: [
        ("nhắc tôi 9:00 họp", [PhraseNote.passedToday(minutes: 540)]),
        ("nhắc tôi 15:00 họp", []),
        ("remind me tomorrow to call", [.clockChosen(minutes: 540)]),
        ("nhắc tôi tối nay họp", [.clockChosen(minutes: 1200)]),
        ("remind me today at 3 to call", [.onlyHalfAhead(minutes: 900)]),
        ("remind me every month on the 31st at 9:00 to report", [.skipsMonths(day: 31)]),
    ])
    func `assumptions about a phrase are noted`(text: String, notes: [PhraseNote]) throws {
        #expect(try Self.reading(text).notes == notes)
    }

    @Test func `a date that has passed this year means next year, with a note`() throws {
        let day = try #require(Day(year: 2027, month: 3, day: 1))
        #expect(try Self.reading("nhắc tôi ngày 1 tháng 3 lúc 9h họp").notes == [.passed(day)])
    }

    @Test func `a time in a gap or a fold is noted`() throws {
        let york = try #require(Self.zones.zone(named: "America/New_York"))
        let draft = ParsedPhrase("remind me tomorrow at 2:30am to check")
        let spring = try #require(CivilTime(year: 2026, month: 3, day: 7, hour: 20)),
            time = CivilTime(
                year: 2026, month: 3, day: 8, hour: 2, minute: 30)
        let reading = try draft.resolve(now: york.instant(of: spring), in: york, zones: Self.zones)
        #expect(reading.notes == [.gap])
        #expect(try reading.when == .once(#require(time), Date(timeIntervalSince1970: 1_772_953_200)))
        let fall = try #require(CivilTime(year: 2026, month: 10, day: 31, hour: 20))
        let second = ParsedPhrase("remind me tomorrow at 1:30am to check")
        #expect(try second.resolve(now: york.instant(of: fall), in: york, zones: Self.zones).notes == [.fold])
    }

    @Test func `the recipients of a phrase are known without a time zone`() {
        let text = "remind @an and #general tomorrow at 9 to vote"
        let mentions = [
            PhraseMention(.user(UserID(2)), TextRange(7, 10)), PhraseMention(.channel(ChannelID(4)), TextRange(15, 23)),
        ]
        let draft = ParsedPhrase(text, mentions: mentions)
        #expect(draft.recipients == [.mention(.user(UserID(2))), .mention(.channel(ChannelID(4)))])
        #expect(draft.task?.text == "vote")
    }

    @Test func `a mention of several words is one token and contains no time`() throws {
        let text = "remind @Nguyễn Mai 9h at 15:00 to call"
        let reading = try Self.reading(text, [PhraseMention(.user(UserID(2)), TextRange(7, 21))])
        #expect(reading.who == [.mention(.user(UserID(2)))])
        #expect(reading.what?.text == "call")
    }

    @Test(arguments: [
        TextRange(-5, 3), TextRange(3, 3), TextRange(8, 4), TextRange(400, 500), TextRange(0, .max), TextRange(.min, .max),
    ])
    func `mentions with invalid ranges are ignored`(range: TextRange) {
        let draft = ParsedPhrase("nhắc @an sau 5 phút họp", mentions: [PhraseMention(.user(UserID(2)), range)])
        _ = try? draft.resolve(now: Self.now, in: Self.zone, zones: Self.zones)
    }

    @Test func `an ambiguous time lists its possible readings`() throws {
        let refusal = try #require(Self.refusal("nhắc tôi 8/5 lúc 10h đóng tiền"))
        #expect(refusal.reason == .ambiguous)
        #expect(refusal.words == "8/5")
        #expect(refusal.range == TextRange(9, 12))
        let times = refusal.readings.map { reading -> String in
            if case .once(let time, _) = reading.when { time.description } else { "" }
        }
        #expect(times == ["2026-05-08 10:00", "2026-08-05 10:00"])
        #expect(refusal.readings.allSatisfy { $0.what?.text == "đóng tiền" && $0.who == [.me] })
    }

    @Test(arguments: PhraseError.Reason.allCases)
    func `every phrase error has an English and a Vietnamese message`(reason: PhraseError.Reason) {
        for words in ["", "8/5"] {
            let wording = PhraseError(reason, at: TextRange(0, 0), words: words).wording
            #expect(!wording.en.isEmpty && !wording.vi.isEmpty && wording.en != wording.vi)
        }
    }

    @Test func `an overlong phrase is rejected`() {
        #expect(Self.refusal(String(repeating: "9h ", count: 1_000_000))?.reason == .tooLong)
        #expect(Self.refusal(String(repeating: "ạ", count: 501))?.reason == .tooLong)
        #expect(Self.refusal("remind me in 5 minutes to pray " + String(repeating: "🙏", count: 230)) == nil)
    }

    @Test(
        arguments: [
            "remind me in 99999999999999999999999999999999 years to rest", "remind me at 999999999999:99999999999 to rest",
            "remind me on 99999999999/99999999999/9999999 to rest", "nhắc tôi sau 9223372036854775807 giây nghỉ",
            "remind me every 9223372036854775807 weeks to rest", "remind me every day for 9223372036854775807 times to rest",
            "remind me at 9:00 UTC+99999999999999999999 to rest", "nhắc tôi ngày 99999999999999 tháng 99999999999999 nghỉ",
            "remind me every 99999999999th monday at 9:00 to rest", "remind me in 1.99999999999999999999 hours to rest",
            "remind me in 999999999 years and 999999999 months and 999999999 days to rest", "nhắc tôi 999999999h999999999 nghỉ",
        ])
    func `huge numbers in a phrase are rejected`(text: String) {
        #expect(Self.refusal(text) != nil)
    }

    @Test func `random phrases of grammar words terminate with valid ranges`() {
        let words = [
            "remind", "nhắc", "me", "tôi", "in", "sau", "at", "lúc", "every", "mỗi", "9", "9h", "17:30", "8/5", "31/2",
            "2026-03-15", "mai",
            "tomorrow", "friday", "thứ", "sáu", "2", "ngày", "tháng", "tuần", "hàng", "until", "đến", "between", "and", "và",
            "từ", "for",
            "trong", "lần", "times", "except", "trừ", "starting", "nửa", "half", "an", "hour", "tiếng", "rưỡi", "kém", "15",
            "phút", "sáng",
            "tối", "đêm", "midnight", "noon", "last", "day", "of", "the", "month", "cuối", "UTC+7", "Asia/Tokyo", "giờ", "Nhật",
            "to", "là", ":",
            ",", "-", "/", "\"", "họp", "call", "Lan", "🙏", "1st", "2nd", "second", "other", "next", "this", "sau", "này",
            "99999999999",
            "0", "24h", "12h", "am", "pm", "\u{202E}", "\u{200B}", "weekday", "weekend", "một", "1", "một lần", "nữa", "trước",
            "ago", "âm",
        ]
        var random = SplitMix64(seed: 7)
        for _ in 0..<3000 {
            let count = Int.random(in: 0...24, using: &random)
            let text = (0..<count).compactMap { _ in words.randomElement(using: &random) }
                .joined(separator: Bool.random(using: &random) ? " " : "")
            do {
                let reading = try Self.reading(text)
                #expect(reading.what?.range.slice(of: text).map(String.init) == reading.what?.text, "\(text)")
                #expect(reading.whenRange.slice(of: text) != nil, "\(text)")
                if case .once(_, let instant) = reading.when { #expect(instant > Self.now, "\(text)") }
            } catch {
                #expect(error.words.isEmpty || error.range.slice(of: text).map(String.init) == error.words, "\(text)")
            }
        }
    }

    @Test func `random Unicode text terminates with valid ranges`() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<1000 {
            var text = String.UnicodeScalarView("nhắc tôi ".unicodeScalars)
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                let value = UInt32.random(in: 0...(Bool.random(using: &random) ? 0x17F : 0x10FFFF), using: &random)
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
            do {
                let reading = try Self.reading(String(text))
                #expect(reading.whenRange.slice(of: String(text)) != nil)
            } catch {
                #expect(error.words.isEmpty || error.range.slice(of: String(text)) != nil)
            }
        }
    }
}
