package import Foundation

/// The layout of Mezon's ids: milliseconds since Twitter's epoch, ten bits of node, twelve bits of step.
///
/// Source: known Mezon ids decode to plausible times under this layout (Documentation/Protocol.md §5).
package enum Snowflake {
    /// The epoch, 2010-11-04T01:42:54.657Z, in milliseconds since 1970.
    package static let epochMilliseconds: Int64 = 1_288_834_974_657

    /// Returns the time at which an id was created, to the millisecond.
    package static func date(of id: some MezonID) -> Date {
        Date(timeIntervalSince1970: Double((id.native >> 22) + epochMilliseconds) / 1000)
    }

    /// The maximum time by which an id may be ahead of the local clock: messages must not be ignored on a machine whose clock is
    /// days behind.
    private static let greatestLead: TimeInterval = 7 * 86_400

    /// Returns whether a server can have created an id by a given time. An id that fails this test must not be used as a
    /// channel's latest message.
    package static func isPlausible(_ id: some MezonID, at now: Date) -> Bool {
        id.native >= 0 && date(of: id) <= now.addingTimeInterval(greatestLead)
    }

    /// The smallest id of those that are too far ahead of the clock to be plausible.
    package static func earliestImplausible(at now: Date) -> Int64 { floor(of: now.addingTimeInterval(greatestLead + 0.001)) }

    /// Returns an id that was created by a given time before another one, of the same network; that of the epoch at the least.
    package static func earlier<ID: MezonID>(_ id: ID, by duration: Duration) -> ID {
        ID(id.rawValue - min(id.native, Int64(duration / .milliseconds(1)) << 22))
    }

    /// Returns the smallest id that could have been created at a given time; zero for times before the epoch.
    package static func floor(of date: Date) -> Int64 {
        let milliseconds = date.timeIntervalSince1970 * 1000 - Double(epochMilliseconds)
        guard milliseconds > 0 else { return 0 }
        guard milliseconds < Double(Int64.max >> 22) else { return Int64.max & ~0x3F_FFFF }
        return Int64(milliseconds) << 22
    }
}

/// A generator of strictly increasing ids: ids of the same millisecond differ in their step, and a clock that steps back does not
/// make ids smaller.
package struct SnowflakeSequence: Sendable {
    private let node: Int64
    private var last: Int64 = 0

    /// Creates a generator.
    ///
    /// - Parameters:
    ///   - node: A number from 0 to 1023 that separates the ids from those of other generators.
    ///   - last: An id that all generated ids are greater than; zero for none.
    package init(node: Int64, after last: Int64 = 0) {
        self.node = (node & 0x3FF) << 12
        self.last = last
    }

    /// Returns the next id for a given time.
    package mutating func next(at date: Date) -> Int64 {
        let fresh = Snowflake.floor(of: date) | node
        last = fresh > last ? fresh : following(last)
        return last
    }

    private func following(_ id: Int64) -> Int64 {
        id & 0xFFF == 0xFFF ? ((id >> 22) + 1) << 22 | node : id + 1
    }
}
