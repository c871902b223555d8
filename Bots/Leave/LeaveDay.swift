import BotKit

/// A day such as `2026-03-02` or `2/3/2026`.
struct LeaveDay: WordArgument, Codable, Hashable, Comparable, CustomStringConvertible {
    let year: Int
    let month: Int
    let day: Int

    static let label = LocalizedText("day", vi: "ngày")
    static let expects = LocalizedText("a date such as 2/3/2026", vi: "một ngày, ví dụ 2/3/2026")

    init?(_ word: String) {
        let dashes = word.split(separator: "-", omittingEmptySubsequences: false)
        let slashes = word.split(separator: "/", omittingEmptySubsequences: false)
        let words = dashes.count == 3 ? dashes : slashes.reversed()
        let parts = words.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
        guard words.count == 3, parts.count == 3, (2000...2100).contains(parts[0]), (1...12).contains(parts[1]) else {
            return nil
        }
        let isLeap = parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[parts[1] - 1]).contains(parts[2]) else { return nil }
        (year, month, day) = (parts[0], parts[1], parts[2])
    }

    static func < (left: LeaveDay, right: LeaveDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    var description: String { "\(day)/\(month)/\(year)" }
}
