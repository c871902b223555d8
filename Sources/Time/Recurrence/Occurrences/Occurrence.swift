package import Foundation

/// A moment at which a schedule is due.
package struct Occurrence: Hashable, Sendable {
    package let instant: Date
    /// The intended local time. In a gap it never occurs, and the instant is the end of the gap.
    package let intendedTime: CivilTime
    package let kind: LocalTimeResolution.Kind
}
