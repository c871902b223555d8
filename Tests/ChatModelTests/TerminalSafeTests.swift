import ChatModel
import Foundation
import Testing

struct TerminalSafeTests {
    /// The first two planes, and the tags and variation selectors of the supplementary special-purpose plane.
    private static let scalars = [0x0...0xD7FF, 0xE000...0x1FFFF, 0xE0000...0xE01FF].joined().compactMap(Unicode.Scalar.init)

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        case .format: scalar == "\u{200D}"
        default: true
        }
    }

    @Test func `JSON text contains no terminal control characters and keeps every value`() throws {
        for start in stride(from: 0, to: Self.scalars.count, by: 4096) {
            var text = ""
            text.unicodeScalars.append(contentsOf: Self.scalars[start..<min(start + 4096, Self.scalars.count)])
            let json = try JSONText.text([text])
            #expect(json.unicodeScalars.allSatisfy(Self.isSafe))
            let read = try JSONDecoder().decode([String].self, from: Data(json.utf8))
            #expect(read.first.map { Array($0.unicodeScalars) == Array(text.unicodeScalars) } == true)
        }
    }

    @Test(arguments: [
        ("a\u{202E}b", #""a\u202eb""#), ("a\u{2028}b", #""a\u2028b""#), ("\u{7F}\u{85}", #""\u007f\u0085""#),
        ("\u{E0041}", #""\udb40\udc41""#), ("👩\u{200D}💻 đẹp", "\"👩\u{200D}💻 đẹp\""), ("a\nb\t\u{1B}[2J", #""a\nb\t\u001b[2J""#),
    ])
    func `JSON text escapes only unsafe characters`(text: String, json: String) throws {
        #expect(try JSONText.text(text) == json)
    }

    @Test func `indented JSON text keeps its lines`() throws {
        #expect(try JSONText.text(["a": "\u{2066}"], isPretty: true) == "{\n  \"a\" : \"\\u2066\"\n}")
    }

    @Test func `multiline text keeps only line feeds and tabs`() {
        #expect("a\n\tb\r\u{1B}[2J\u{202E}\u{2028}".terminalSafeLines == "a\n\tb␍␛[2J\u{FFFD}\u{FFFD}")
        #expect("a\n\u{7F}\u{85}".terminalSafe == "a␊␡\u{FFFD}")
    }

    @Test func `safe text contains no terminal control characters and no escape sequences`() {
        for scalar in Self.scalars {
            let safe = String(scalar).terminalSafe
            #expect(safe.unicodeScalars.count == 1 && safe.unicodeScalars.allSatisfy(Self.isSafe))
        }
    }
}
