/// A property of an iCalendar file: `DTSTART;TZID=Asia/Ho_Chi_Minh:20260101T090000`.
struct ICSLine: Hashable, Sendable {
    let name: String
    let parameters: [String: String]
    let value: String
    /// The number of its first line, from 1.
    let number: Int

    /// Parses a line; `nil` if no colon follows the name and parameters.
    init?(_ text: String, number: Int) {
        var pieces = [""]
        var value: String?
        var isQuoted = false
        for character in text.unicodeScalars {
            if value != nil {
                value?.unicodeScalars.append(character)
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ":", !isQuoted {
                value = ""
            } else if character == ";", !isQuoted {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].unicodeScalars.append(character)
            }
        }
        guard let value, let name = pieces.first, !name.isEmpty else { return nil }
        self.name = name.uppercased()
        self.value = value
        self.number = number
        parameters = pieces.dropFirst().reduce(into: [:]) { found, piece in
            let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2 { found[sides[0].uppercased()] = String(sides[1]) }
        }
    }

    /// Returns the lines of a file with folded lines joined: a line that begins with a space continues the previous one.
    static func unfolded(_ text: String) -> [(text: String, number: Int)] {
        var lines: [(text: String, number: Int)] = []
        // A line ends with CR LF, which is one character in Swift, or with either of them.
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if line.first == " " || line.first == "\t" {
                if !lines.isEmpty { lines[lines.count - 1].text += line.dropFirst() }
            } else if !line.isEmpty {
                lines.append((String(line), index + 1))
            }
        }
        return lines
    }
}
