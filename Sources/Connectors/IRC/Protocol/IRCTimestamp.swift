import Foundation

/// The time in a `time` tag or a CHATHISTORY request: `2026-01-31T23:59:59.123Z`.
enum IRCTimestamp {
    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard (20...30).contains(bytes.count), bytes.last == UInt8(ascii: "Z"), bytes[4] == UInt8(ascii: "-"),
            bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), bytes.count == 20 || (bytes.count > 21 && bytes[19] == UInt8(ascii: ".")),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            let fraction = bytes.count == 20 ? 0 : number(bytes[20..<(bytes.count - 1)].prefix(9)),
            (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        let digits = bytes.count == 20 ? 0 : min(bytes.count - 21, 9)
        let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
        return Date(timeIntervalSince1970: Double(seconds) + Double(fraction) / pow(10, Double(digits)))
    }

    static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(0) { value, byte in
            guard let value, (0x30...0x39).contains(byte) else { return nil }
            return value * 10 + Int(byte - 0x30)
        }
    }

    /// Returns the days since 1970, computed with years that run from March to February.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
