package import Foundation

/// Spreads what is due at the same moment over a while, in the same way every time, after a crash too.
package struct Jitter: Hashable, Sendable {
    /// No moment is put off for longer.
    package let bound: Duration
    private let seed: UInt64

    package init(bound: Duration, seed: UInt64) {
        self.bound = bound
        self.seed = seed
    }

    /// How much later than due a schedule runs, in whole milliseconds from zero up to the bound.
    package func offset(of schedule: String, due: Date) -> Duration {
        let (seconds, attoseconds) = bound.components
        guard seconds >= 0, seconds < 1_000_000_000 else { return .zero }
        let milliseconds = UInt64(seconds) * 1000 + UInt64(max(0, attoseconds / 1_000_000_000_000_000))
        // FNV-1a, its bits spread out as SplitMix64 does.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        func add(_ number: UInt64) {
            for shift in stride(from: 0 as UInt64, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        add(seed)
        for byte in schedule.utf8 { add(byte) }
        add(UInt64(bitPattern: Int64(due.second)))
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        hash ^= hash >> 31
        return .milliseconds(Int64((milliseconds + 1).multipliedFullWidth(by: hash).high))
    }
}
