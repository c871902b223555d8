package import Foundation

/// Spreads runs that are due at the same moment over a period. The result is deterministic, also after a crash.
package struct Jitter: Hashable, Sendable {
    /// The maximum delay.
    package let bound: Duration
    private let seed: UInt64

    package init(bound: Duration, seed: UInt64) {
        self.bound = bound
        self.seed = seed
    }

    /// Returns the delay of a run in whole milliseconds, from zero to the bound.
    package func offset(of schedule: String, due: Date) -> Duration {
        let (seconds, attoseconds) = bound.components
        guard seconds >= 0, seconds < 1_000_000_000 else { return .zero }
        let milliseconds = UInt64(seconds) * 1000 + UInt64(max(0, attoseconds / 1_000_000_000_000_000))
        // FNV-1a, with the final mixing of SplitMix64.
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
