/// Base58 in Bitcoin's alphabet, as Mezon's token chain writes addresses, keys and signatures.
package enum Base58 {
    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        let zeros = bytes.prefix { $0 == 0 }.count
        var digits: [UInt8] = []
        for byte in bytes.dropFirst(zeros) {
            var carry = Int(byte)
            for index in digits.indices {
                carry += Int(digits[index]) << 8
                digits[index] = UInt8(carry % 58)
                carry /= 58
            }
            while carry > 0 {
                digits.append(UInt8(carry % 58))
                carry /= 58
            }
        }
        let text = Array(repeating: alphabet[0], count: zeros) + digits.reversed().map { alphabet[Int($0)] }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil for characters outside the alphabet and for more than 1024 of them.
    package static func decode(_ text: String) -> [UInt8]? {
        // The work grows with the square of the length.
        guard text.utf8.count <= 1024 else { return nil }
        var bytes: [UInt8] = []
        for character in text.utf8 {
            guard var carry = alphabet.firstIndex(of: character) else { return nil }
            for index in bytes.indices {
                carry += Int(bytes[index]) * 58
                bytes[index] = UInt8(carry & 0xFF)
                carry >>= 8
            }
            while carry > 0 {
                bytes.append(UInt8(carry & 0xFF))
                carry >>= 8
            }
        }
        return Array(repeating: 0, count: text.utf8.prefix { $0 == alphabet[0] }.count) + bytes.reversed()
    }
}
