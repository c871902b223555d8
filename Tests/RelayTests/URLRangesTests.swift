import MezonModel
import Testing

@testable import Relay

struct URLRangesTests {
    @Test(arguments: [
        ("see https://a.example/x_(y), ok", [TextRange(4, 27)]),
        ("HTTP://a.example. (http://b.c).", [TextRange(0, 16), TextRange(19, 29)]),
        ("xhttp://no http:// https", []), ("🎉http://a", [TextRange(2, 10)]),
        ("<https://a>https://b\"", [TextRange(1, 10), TextRange(11, 20)]),
    ])
    func `an address goes to the next space, without the punctuation of the sentence around`(text: String, ranges: [TextRange]) {
        #expect(URLRanges.ranges(in: Array(text.unicodeScalars)) == ranges)
    }

    @Test(arguments: [")", "h", "https://", "(", "https://)"])
    func `a text made to be read again and again is read once`(piece: String) {
        let text = "https://" + String(repeating: piece, count: 1 << 16)
        #expect(URLRanges.ranges(in: Array(text.unicodeScalars)).count <= 1)
    }
}
