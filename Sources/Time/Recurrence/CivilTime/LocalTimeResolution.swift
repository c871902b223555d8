package import Foundation

/// The instant of a local time in a time zone.
package struct LocalTimeResolution: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The local time occurs once.
        case unique
        /// The local time is skipped: the instant is the first valid one after the gap.
        case gap
        /// The local time occurs twice: the instant is the first of the two.
        case fold(second: Date)
    }

    package let instant: Date
    package let kind: Kind
}
