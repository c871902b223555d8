import ChatModel
import Foundation
import Recurrence

/// The phrases of a file in `Corpus` and the expected results.
///
/// A line has a phrase, its meaning, its next three times if it recurs, its recipients and its text, separated by tabs. In
/// files of rejected phrases it has a phrase, the reason, the words concerned and the readings. `@` sets the current time and
/// the time zone.
struct PhraseCorpus {
    struct Line: Sendable {
        var phrase: String
        var fields: [String]
        var now: Date
        var zone: ZoneRules
    }

    enum Verdict: Equatable {
        case right
        /// The phrase was asked back or rejected instead of resolved, or with another reason.
        case refused(String)
        /// The phrase was resolved to something else, which no user would notice.
        case wrong(String)
    }

    let lines: [Line]
    static let zones = ZoneRulesCache()

    init(_ text: String) throws {
        var lines: [Line] = []
        var now = "2026-03-11 10:00"
        var zone = "Asia/Ho_Chi_Minh"
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("@ ") {
                let parts = line.split(separator: " ")
                (now, zone) = ("\(parts[1]) \(parts[2])", String(parts[3]))
                continue
            }
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let place = Self.zones.zone(named: zone) ?? .utc
            lines.append(
                Line(
                    phrase: fields[0], fields: fields.dropFirst() + Array(repeating: "", count: 5), now: Self.moment(now, place),
                    zone: place))
        }
        self.lines = lines
    }

    private static func moment(_ text: String, _ zone: ZoneRules) -> Date {
        let numbers = text.split { "-: ".contains($0) }.compactMap { Int($0) }
        let time = CivilTime(year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4])
        return time.map(zone.instant) ?? .distantPast
    }

    /// Returns the mentions in a phrase. Users, roles and channels are written as `@an`, `@&dev` and `#general`.
    static func mentions(in phrase: String) -> [PhraseMention] {
        var mentions: [PhraseMention] = []
        var offset = 0
        for word in phrase.split(separator: " ", omittingEmptySubsequences: false) {
            let range = TextRange(offset, offset + word.utf16.count)
            offset += word.utf16.count + 1
            if word.hasPrefix("@&") {
                mentions.append(PhraseMention(.role(RoleID(1)), range))
            } else if word.hasPrefix("@") {
                mentions.append(PhraseMention(.user(UserID(word == "@an" ? 2 : 3)), range))
            } else if word.hasPrefix("#") {
                mentions.append(PhraseMention(.channel(ChannelID(4)), range))
            }
        }
        return mentions
    }

    /// Returns the verdict on a line with a phrase to be resolved.
    static func verdict(on line: Line) -> Verdict {
        let expected = Array(line.fields.prefix(4))
        let draft = ParsedPhrase(line.phrase, mentions: mentions(in: line.phrase))
        do {
            let reading = try draft.resolve(now: line.now, in: line.zone, zones: zones)
            if expected[0] == "?" || expected[0] == "!" { return .wrong(form(reading, line.zone)) }
            let found = [
                form(reading, line.zone), runs(reading, after: line.now), reading.who.map(name).joined(separator: " "),
                reading.what?.text ?? "",
            ]
            if found == [expected[0], expected[1], expected[2] == "-" ? "" : expected[2], expected[3]] { return .right }
            return .wrong(found.joined(separator: " | "))
        } catch {
            if expected[0] == "?" { return error.reason == .ambiguous ? .right : .refused("\(error.reason) \(error.words)") }
            if expected[0] == "!" { return error.reason != .ambiguous ? .right : .refused("\(error.reason) \(error.words)") }
            return .refused("\(error.reason) '\(error.words)' \(error.readings.map { form($0, line.zone) })")
        }
    }

    /// Returns the verdict on a line with a phrase to be rejected or asked back.
    static func verdictOnRefusal(_ line: Line) -> Verdict {
        let draft = ParsedPhrase(line.phrase, mentions: mentions(in: line.phrase))
        do {
            let reading = try draft.resolve(now: line.now, in: line.zone, zones: zones)
            return .wrong("\(form(reading, line.zone)) | \(reading.what?.text ?? "")")
        } catch {
            let readings = error.readings.map { form($0, line.zone) }.joined(separator: "; ")
            let found = ["\(error.reason)", error.words, line.fields[2].isEmpty ? "" : readings]
            let place = error.range.slice(of: line.phrase).map(String.init)
            guard place == error.words else { return .refused("stands at \(place ?? "nowhere")") }
            return found == Array(line.fields.prefix(3)) ? .right : .refused(found.joined(separator: " | ") + " | " + readings)
        }
    }

    /// Returns the time of a phrase in text form, or `nil` if it is not resolved.
    static func when(_ line: Line, _ phrase: String) -> String? {
        let draft = ParsedPhrase(phrase, mentions: mentions(in: phrase))
        return (try? draft.resolve(now: line.now, in: line.zone, zones: zones)).map {
            form($0, line.zone) + runs($0, after: line.now)
        }
    }

    /// Returns the text without diacritics, as users type in a hurry.
    static func withoutMarks(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
                    $0.properties.generalCategory != .nonspacingMark
                })
        ).replacing("đ", with: "d").replacing("Đ", with: "D")
    }

    static func form(_ reading: ResolvedPhrase, _ zone: ZoneRules) -> String {
        let text: String
        switch reading.when {
        case .once(let time, let instant):
            let landing = reading.zone.resolve(time)
            let kind =
                switch landing.kind {
                case .unique: ""
                case .gap: " gap \(reading.zone.civil(of: instant).description.suffix(5))"
                case .fold: landing.instant == instant ? " fold" : ""
                }
            text = time.description + (reading.notes.contains(.gap) || reading.notes.contains(.fold) ? kind : "")
        case .recurring(let recurrence, let start): text = form(recurrence, start, reading)
        }
        return reading.isZoneNamed ? "\(text) \(reading.zone)" : text
    }

    private static func form(_ recurrence: Recurrence, _ start: CivilTime, _ reading: ResolvedPhrase) -> String {
        var end = ""
        var text: String
        switch recurrence.end {
        case nil: break
        case .day(let day): end = "UNTIL=\(day)"
        case .count(let count): end = "COUNT=\(count)"
        case .time(let time): end = "UNTIL=\(time)"
        case .instant(let date): end = "UNTIL=\(date)"
        }
        switch recurrence.cadence {
        case .once: text = "once"
        case .elapsed(let elapsed):
            let hours = elapsed.seconds % 3600 == 0
            text = "EVERY \(elapsed.seconds / (hours ? 3600 : 60))\(hours ? "h" : "m")" + (end.isEmpty ? "" : " " + end)
            if let days = elapsed.days { text += " " + form(days, "") }
        case .days(let rules, let times):
            text = rules.map { form($0, end) }.joined(separator: " + ")
            switch times {
            case .at(let seconds), .whenever(let seconds):
                text += " " + seconds.map { ClockText.text(minutes: $0 / 60) }.joined(separator: ",")
            case .every(let seconds, let during):
                text += " \(during)/\(seconds % 3600 == 0 ? "\(seconds / 3600)h" : "\(seconds / 60)m")"
            }
        }
        if !reading.exceptions.isEmpty { text += " except " + reading.exceptions.map(\.name).joined(separator: ",") }
        return text
    }

    private static func form(_ rule: DayRule, _ end: String) -> String {
        var parts = [
            "FREQ=" + [DayRule.Unit.day: "DAILY", .week: "WEEKLY", .month: "MONTHLY", .year: "YEARLY"][rule.unit, default: ""]
        ]
        if rule.interval > 1 { parts.append("INTERVAL=\(rule.interval)") }
        if !rule.months.isEmpty { parts.append("BYMONTH=" + rule.months.map(String.init).joined(separator: ",")) }
        if !rule.monthDays.isEmpty { parts.append("BYMONTHDAY=" + rule.monthDays.map(String.init).joined(separator: ",")) }
        if !rule.weekdays.isEmpty {
            let days = rule.weekdays.map { "\($0.ordinal.map(String.init) ?? "")\($0.weekday.rawValue.prefix(2).uppercased())" }
            parts.append("BYDAY=" + days.joined(separator: ","))
        }
        if !end.isEmpty { parts.append(end) }
        return parts.joined(separator: ";")
    }

    private static func runs(_ reading: ResolvedPhrase, after now: Date) -> String {
        guard case .recurring(let recurrence, let start) = reading.when else { return "" }
        let moments = Schedule(recurrence, in: reading.zone, from: start).occurrences(from: now, limit: 3)
        return moments.map { reading.zone.civil(of: $0.instant).description }.joined(separator: "; ")
    }

    private static func name(_ who: PhraseRecipient) -> String {
        switch who {
        case .me: "me"
        case .us: "us"
        case .here: "here"
        case .mention(.user(let id)): id == UserID(2) ? "@an" : "@binh"
        case .mention(.role): "@&dev"
        case .mention(.channel): "#general"
        }
    }
}
