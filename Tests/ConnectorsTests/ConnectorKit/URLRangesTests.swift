import ChatModel
import Testing

@testable import ConnectorKit

struct URLRangesTests {
    @Test(arguments: [
        ("see https://a.example/x_(y), ok", [TextRange(4, 27)]),
        ("HTTP://a.example. (http://b.c).", [TextRange(0, 16), TextRange(19, 29)]),
        ("xhttp://no http:// https", []), ("🎉http://a", [TextRange(2, 10)]),
        ("<https://a>https://b\"", [TextRange(1, 10), TextRange(11, 20)]),
    ])
    func `an address ends at a space or at surrounding punctuation`(text: String, ranges: [TextRange]) {
        #expect(URLRanges.ranges(in: Array(text.unicodeScalars)) == ranges)
    }

    @Test(arguments: [")", "h", "https://", "(", "https://)"])
    func `address detection takes linear time`(piece: String) {
        let text = "https://" + String(repeating: piece, count: 1 << 16)
        #expect(URLRanges.ranges(in: Array(text.unicodeScalars)).count <= 1)
    }
}
