import Mustache

/// The escaping of every value in a page.
///
/// It works on scalars. A combining mark after a quotation mark makes one character of both, which an escaping by characters would
/// leave as it is. Characters that reorder the text around them are shown by their code instead of taking effect.
struct EscapedContent: MustacheContentType {
    static let name = "CONSOLE"

    func escapeText(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "`": escaped += "&#96;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case _ where Self.isHidden(scalar): escaped += "⟨U+\(Self.code(scalar))⟩"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns whether a character is a control character or changes the direction of others.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029, 0xFEFF: true
        default: false
        }
    }

    /// The hexadecimal code of a character, with at least four digits.
    static func code(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
