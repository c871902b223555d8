/// The properties of an iCalendar event that determine its time.
struct ICSEvent: Sendable {
    /// The line at which the event begins.
    let line: Int
    private(set) var lines: [String: [ICSLine]] = [:]

    init(line: Int) { self.line = line }

    private static let read: Set<String> = [
        "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID", "UID", "STATUS",
    ]

    mutating func add(_ line: ICSLine) {
        if Self.read.contains(line.name) { lines[line.name, default: []].append(line) }
    }

    var identifier: String? { lines["UID"]?.first?.value }
    var isCancelled: Bool { lines["STATUS"]?.first?.value.uppercased() == "CANCELLED" }
    /// A Boolean value that indicates whether it replaces one occurrence of another event.
    var isMoved: Bool { lines["RECURRENCE-ID"] != nil }

    /// Returns the only property of a name; `nil` if there is none.
    func line(_ name: String) throws(ICSError) -> ICSLine? {
        guard let found = lines[name], let first = found.first else { return nil }
        if found.count > 1 { throw ICSError(found[1], "\(name) is given twice") }
        return first
    }
}

struct ICSError: Error {
    let problem: ICSCalendar.ParseError

    init(_ line: ICSLine, _ message: String, suggestion: String? = nil) {
        problem = ICSCalendar.ParseError(line: line.number, message: message, suggestion: suggestion)
    }

    init(line: Int, _ message: String, suggestion: String? = nil) {
        problem = ICSCalendar.ParseError(line: line, message: message, suggestion: suggestion)
    }
}
