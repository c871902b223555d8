extension String {
    /// Appends a number in decimal digits.
    ///
    /// An interpolation would allocate memory for the digits; the keys of the rule state contain some in every message.
    package mutating func append(decimal number: Int64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            var rest = number.magnitude
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                start -= 1
                digits[start] = UInt8(ascii: "-")
            }
            // Texts of up to fifteen bytes need no memory of their own.
            let middle = min(digits.count, start + 15)
            append(contentsOf: String(decoding: digits[start..<middle], as: UTF8.self))
            append(contentsOf: String(decoding: digits[middle...], as: UTF8.self))
        }
    }
}
