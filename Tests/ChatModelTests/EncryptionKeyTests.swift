import ChatModel
import Foundation
import Testing

struct EncryptionKeyTests {
    private static let base64 = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="
    private static let digits = "0102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F20"

    @Test func `an encryption key is parsed from base64 and hexadecimal`() throws {
        let key = try EncryptionKey(Secret(Self.base64), source: "env:A")
        #expect(key.reveal() == Data(1...32))
        #expect(try EncryptionKey(Secret(Self.digits), source: "env:A") == key)
    }

    @Test(arguments: [
        ("", EncryptionKeyError.wrongLength(bytes: 0)), ("hunter2 hunter2", .notText), ("AQID", .wrongLength(bytes: 3)),
        (String(digits.dropLast(2)), .notText), (String(digits.dropLast()) + "g", .wrongLength(bytes: 48)),
        (base64 + base64, .notText),
    ])
    func `an invalid encryption key is rejected without being shown`(text: String, error: EncryptionKeyError) {
        #expect(throws: error) { try EncryptionKey(Secret(text), source: "env:A") }
        #expect(text.isEmpty || !"\(error)".contains(text))
    }

    @Test func `an encryption key is never printed`() throws {
        let key = try EncryptionKey(Secret(Self.base64), source: "file:/seal.key")
        var dumped = ""
        dump([key], to: &dumped)
        for text in ["\(key)", "\(Optional(key) as Any)", String(reflecting: [key]), dumped] {
            #expect(!text.contains("AQID") && !text.contains("32 bytes") && !text.contains("[1, 2"))
        }
        #expect("\(key)" == "<key from file:/seal.key>")
    }

    @Test func `a generated encryption key is valid and random`() throws {
        var random = SystemRandomNumberGenerator()
        let texts = (0..<2).map { _ in EncryptionKey.text(using: &random) }
        #expect(try EncryptionKey(texts[0], source: "") != EncryptionKey(texts[1], source: ""))
    }
}
