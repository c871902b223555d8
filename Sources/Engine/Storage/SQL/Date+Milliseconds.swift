package import Foundation

extension Date {
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// The time in milliseconds, clamped because times also come from servers.
    package var milliseconds: Int64 {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded()) ?? (timeIntervalSince1970 < 0 ? .min : .max)
    }
}
