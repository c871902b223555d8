package import Foundation

/// One moment at which a schedule is due.
package struct Occurrence: Hashable, Sendable {
    package let instant: Date
    /// What clocks were meant to show. In a gap they never do, and the instant is the end of the gap.
    package let meant: CivilTime
    package let kind: LocalTimeResolution.Kind
}
