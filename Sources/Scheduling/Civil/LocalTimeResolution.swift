package import Foundation

/// The instant at which a time of the wall comes about in a zone.
package struct LocalTimeResolution: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Clocks show the time once.
        case plain
        /// Clocks were put forward over it: the instant is the first valid one after the gap.
        case gap
        /// Clocks were put back and show it twice: the instant is the first of the two.
        case fold(second: Date)
    }

    package let instant: Date
    package let kind: Kind
}
