import BotTesting
import ChatModel
import Foundation
import Testing

@testable import Storage

struct ValueCipherTests {
    private let cipher = ValueCipher(.make())
    private let place = Data("turn.trace 1".utf8)

    @Test(arguments: ["", "a", "Cảm ơn bạn", String(repeating: "x", count: 100_000)])
    func `an encrypted value can be decrypted and differs each time`(text: String) throws {
        let bytes = Data(text.utf8)
        let sealed = try cipher.sealed(bytes, at: place)
        #expect(sealed.count == bytes.count + ValueCipher.overhead)
        #expect(try cipher.opened(sealed, at: place) == bytes)
        #expect(try cipher.sealed(bytes, at: place) != sealed)
        #expect(text.utf8.count < 2 || sealed.range(of: bytes) == nil)
    }

    @Test func `an encrypted value cannot be decrypted elsewhere, with another key or after a change`() throws {
        let sealed = try cipher.sealed(Data("hello".utf8), at: place)
        #expect(throws: DecryptionError.changed) { try cipher.opened(sealed, at: Data("turn.trace 2".utf8)) }
        #expect(throws: DecryptionError.unknownKey) { try ValueCipher(.make(2)).opened(sealed, at: place) }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: DecryptionError.self) { try cipher.opened(changed, at: place) }
            #expect(throws: DecryptionError.self) { try cipher.opened(sealed.prefix(index), at: place) }
        }
    }

    @Test func `a previous key decrypts old values and encrypts no new ones`() throws {
        let old = try cipher.sealed(Data("old".utf8), at: place)
        let both = ValueCipher(.make(2), previous: [.make()])
        #expect(try both.opened(old, at: place) == Data("old".utf8))
        #expect(ValueCipher.fingerprint(of: try both.sealed(Data(), at: place)) == ValueCipher(.make(2)).current.fingerprint)
    }

    @Test func `a word has the same search token under one key and another under a different key`() {
        #expect(cipher.indexCode(for: "hello") == ValueCipher(.make()).indexCode(for: "hello"))
        #expect(cipher.indexCode(for: "hello") != cipher.indexCode(for: "hello!"))
        #expect(cipher.indexCode(for: "hello") != ValueCipher(.make(2)).indexCode(for: "hello"))
        #expect(cipher.indexCode(for: "hello").count == 24)
    }

    @Test func `a key name identifies the key without revealing it`() {
        #expect(cipher.name.count == 16)
        #expect(cipher.name != ValueCipher(.make(2)).name)
        #expect(!cipher.name.contains("0101"))
    }
}
