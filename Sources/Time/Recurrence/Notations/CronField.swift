import ChatModel

/// A field of a cron expression: its name and its permitted values.
struct CronField: Sendable {
    let name: String
    let range: ClosedRange<Int>
    /// The names of the numbers from `range.lowerBound` on.
    let names: [String]

    static let minute = CronField(name: "minute", range: 0...59, names: [])
    static let hour = CronField(name: "hour", range: 0...23, names: [])
    static let monthDay = CronField(name: "day of the month", range: 1...31, names: [])
    static let month = CronField(
        name: "month", range: 1...12,
        names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
    /// Sunday is 0 or 7; as a name it may end a range.
    static let weekday = CronField(
        name: "day of the week", range: 0...7, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"])

    static let all = [minute, hour, monthDay, month, weekday]

    /// Returns the numbers of a list item: `*`, `*/5`, `3`, `mon`, `1-5`, `1-5/2`.
    func numbers(_ item: LocatedWord) throws(ScheduleSyntaxError) -> [Int] {
        let parts = item.split(at: "/")
        guard let base = parts.first, parts.count <= 2 else { throw item.error("'\(item.text)' has more than one step") }
        let ends = base.split(at: "-")
        if base.text == "*" { return try stepped(range.lowerBound...top, by: parts.dropFirst().first) }
        if base.text == "?" { throw base.error("'?' is not supported", suggestion: "write *") }
        guard let start = ends.first, ends.count <= 2 else { throw base.error("'\(base.text)' is not a range") }
        let first = try number(start)
        guard ends.count == 2, let end = ends.last else {
            guard parts.count == 1 else {
                throw item.error(
                    "a step needs a range or '*' before it", suggestion: "write \(first)-\(top)/\(parts[1].text)")
            }
            return [first]
        }
        var last = try number(end)
        // A range of day names may end with Sunday.
        if range.upperBound == 7, last == 0, first > 0, end.number == nil { last = 7 }
        guard first <= last else {
            throw base.error(
                "the range '\(base.text)' ends before it begins",
                suggestion: "write \(Self.text(first, top)),\(Self.text(range.lowerBound, last))")
        }
        return try stepped(first...last, by: parts.dropFirst().first)
    }

    private static func text(_ first: Int, _ last: Int) -> String { first < last ? "\(first)-\(last)" : "\(first)" }

    private var article: String { name == "hour" ? "an" : "a" }

    /// The largest number, without the second number for Sunday.
    private var top: Int { range.upperBound == 7 ? 6 : range.upperBound }

    func number(_ word: LocatedWord) throws(ScheduleSyntaxError) -> Int {
        if let index = names.firstIndex(of: word.text.lowercased()) { return range.lowerBound + index }
        guard let number = word.number else {
            throw word.unknown(
                word.text.isEmpty ? "a number is missing in the \(name)" : "'\(word.text)' is not \(article) \(name)",
                among: names,
                else: hint)
        }
        guard range.contains(number) else {
            throw word.error("\(number) is not \(article) \(name)", suggestion: hint)
        }
        return number
    }

    private var hint: String {
        "write \(range.lowerBound)-\(range.upperBound)" + (names.isEmpty ? "" : " or \(names[0])-\(names[names.count - 1])")
    }

    private func stepped(_ numbers: ClosedRange<Int>, by word: LocatedWord?) throws(ScheduleSyntaxError) -> [Int] {
        guard let word else { return Array(numbers) }
        guard let step = word.number, step > 0 else {
            throw word.error("'\(word.text)' is not a step", suggestion: "write a positive number")
        }
        // Cron would take */90 in minutes as minute 0 of each hour, which is never intended.
        guard step <= numbers.upperBound - numbers.lowerBound else {
            throw word.error(
                "a step of \(step) exceeds the range",
                suggestion: range.lowerBound == 0 && names.isEmpty
                    ? "write it as a phrase: every \(step) \(name)s" : "write \(numbers.lowerBound)")
        }
        return Array(stride(from: numbers.lowerBound, through: numbers.upperBound, by: step))
    }
}
