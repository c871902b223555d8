/// The decoder for labels with the prefix `xn--` (RFC 3492).
enum Punycode {
    /// Returns the decoded label; `nil` if it is malformed.
    static func decoded(_ text: Substring) -> String? {
        guard text.utf8.count <= 63, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let split = text.lastIndex(of: "-")
        var output = split.map { Array(text[..<$0].unicodeScalars) } ?? []
        var digits = Array((split.map { text[text.index(after: $0)...] } ?? text).utf8)[...]
        var code = 128
        var index = 0
        var bias = 72
        var isFirst = true
        while !digits.isEmpty {
            let before = index
            var weight = 1
            var step = 36
            while true {
                guard let digit = digits.popFirst().flatMap(value) else { return nil }
                index += digit * weight
                let threshold = min(max(step - bias, 1), 26)
                if digit < threshold { break }
                weight *= 36 - threshold
                step += 36
                // Larger values exceed all scalars and would overflow.
                guard weight < 1 << 40, index < 1 << 40 else { return nil }
            }
            let count = output.count + 1
            bias = adapted(index - before, count, isFirst)
            isFirst = false
            code += index / count
            index %= count
            guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init), code >= 128 else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return String(String.UnicodeScalarView(output))
    }

    private static func value(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 97
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 48 + 26
        default: nil
        }
    }

    private static func adapted(_ delta: Int, _ count: Int, _ isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }
}
