public import Foundation

/// The layout of Mezon's ids: milliseconds since Twitter's epoch, ten bits of node, twelve bits of step.
///
/// Source: known Mezon ids decode to plausible times under this layout (protocol page §6, "Ids").
public enum Snowflake {
    /// 2010-11-04T01:42:54.657Z in milliseconds since 1970.
    public static let epochMilliseconds: Int64 = 1_288_834_974_657

    /// The moment an id was made, to the millisecond.
    public static func date(of id: some MezonID) -> Date {
        Date(timeIntervalSince1970: Double((id.native >> 22) + epochMilliseconds) / 1000)
    }

    /// How far an id may run ahead of the clock that it is held against: a clock that is days behind must not make us deaf.
    private static let greatestLead: TimeInterval = 7 * 86_400

    /// Returns whether a server can have made an id by a moment. One that cannot be is no measure of how far a channel has come.
    public static func isPlausible(_ id: some MezonID, at now: Date) -> Bool {
        id.native >= 0 && date(of: id) <= now.addingTimeInterval(greatestLead)
    }

    /// The smallest id that could have been made at a moment; zero for moments before the epoch.
    public static func floor(of date: Date) -> Int64 {
        let milliseconds = date.timeIntervalSince1970 * 1000 - Double(epochMilliseconds)
        guard milliseconds > 0 else { return 0 }
        guard milliseconds < Double(Int64.max >> 22) else { return Int64.max & ~0x3F_FFFF }
        return Int64(milliseconds) << 22
    }
}

/// Makes ids that only grow: two made in the same millisecond differ in their step, and a clock that steps back makes none smaller.
public struct SnowflakeSequence: Sendable {
    private let node: Int64
    private var last: Int64 = 0

    /// - Parameters:
    ///   - node: 0…1023; told apart from the ids of other makers.
    ///   - last: an id than which all are to be greater; zero for none.
    public init(node: Int64, after last: Int64 = 0) {
        self.node = (node & 0x3FF) << 12
        self.last = last
    }

    public mutating func next(at date: Date) -> Int64 {
        let fresh = Snowflake.floor(of: date) | node
        last = fresh > last ? fresh : following(last)
        return last
    }

    private func following(_ id: Int64) -> Int64 {
        id & 0xFFF == 0xFFF ? ((id >> 22) + 1) << 22 | node : id + 1
    }
}
