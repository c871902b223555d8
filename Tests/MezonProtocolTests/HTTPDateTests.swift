import Foundation
import Testing

@testable import MezonProtocol

struct HTTPDateTests {
    @Test func `an HTTP date is parsed and formatted`() {
        let date = Date(timeIntervalSince1970: 784_111_777)
        #expect(HTTPDate().date("Sun, 06 Nov 1994 08:49:37 GMT") == date)
        #expect(HTTPDate().text(date.addingTimeInterval(0.9)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [
        "", "now", "Sun, 06 Nov 1994", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 08:49:37 GMT ", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "Sun, 99 Nov 9999 99:99:99 GMT", "Sün, 06 Nov 1994 8:49:37 GMT",
        String(repeating: "9", count: 29), String(repeating: "9", count: 1 << 20),
    ])
    func `an invalid HTTP date is rejected`(text: String) { #expect(HTTPDate().date(text) == nil) }
}
