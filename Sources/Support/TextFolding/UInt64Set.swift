/// A set of numbers for many look-ups, such as hashes of words. Those of `Set` compute a hash that resists chosen keys, which a set that
/// never grows does not need.
package struct UInt64Set: Sendable {
    /// Slots of which at least half are empty, which contain zero. A number is in the slot that its bits select, or the next free one.
    private var slots: [UInt64]
    private let shift: UInt64
    private var containsZero = false

    package init(_ numbers: Set<UInt64>) {
        var bits: UInt64 = 3
        while 1 << bits < numbers.count * 2 { bits += 1 }
        slots = [UInt64](repeating: 0, count: 1 << Int(bits))
        shift = 64 - bits
        for number in numbers where number != 0 {
            var index = slot(of: number)
            while slots[index] != 0 { index = (index + 1) & (slots.count - 1) }
            slots[index] = number
        }
        containsZero = numbers.contains(0)
    }

    package func contains(_ number: UInt64) -> Bool {
        guard number != 0 else { return containsZero }
        var index = slot(of: number)
        while slots[index] != 0 {
            if slots[index] == number { return true }
            index = (index + 1) & (slots.count - 1)
        }
        return false
    }

    private func slot(of number: UInt64) -> Int { Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> shift) }
}
