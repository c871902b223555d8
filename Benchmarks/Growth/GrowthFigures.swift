import Foundation

/// The figures of a bot with an amount of accumulated data.
struct GrowthFigures: Encodable {
    var size = 0
    /// The fastest start.
    var readyMilliseconds = 0.0
    var readyMiB = 0.0
    var endMiB = 0.0
    var cpuMicroseconds = 0.0
    var perSecond = 0.0
    /// Latencies in milliseconds.
    var p50 = 0.0
    var p99 = 0.0
    var unanswered = 0

    private static var columns: [(title: String, width: Int, figure: KeyPath<GrowthFigures, Double>)] {
        [
            ("ready ms", 10, \.readyMilliseconds), ("ready MiB", 11, \.readyMiB), ("end MiB", 9, \.endMiB),
            ("CPU us/msg", 12, \.cpuMicroseconds), ("answered/s", 12, \.perSecond), ("p50 ms", 9, \.p50), ("p99 ms", 9, \.p99),
        ]
    }

    /// The titles of the columns, with that of the sizes.
    static func header(_ title: String) -> String {
        title.padding(toLength: 16, withPad: " ", startingAt: 0) + columns.map { $0.title.padded(to: $0.width) }.joined()
    }

    /// - Parameter title: The title of the row; nil for the size.
    func line(_ title: String? = nil) -> String {
        (title ?? "\(size)").padding(toLength: 16, withPad: " ", startingAt: 0)
            + Self.columns.map { Load.number(self[keyPath: $0.figure]).padded(to: $0.width) }.joined()
            + (unanswered > 0 ? "   \(unanswered) unanswered" : "")
    }

    /// The figures divided by those of a first row.
    func ratio(to first: GrowthFigures) -> GrowthFigures {
        func ratio(_ figure: KeyPath<GrowthFigures, Double>) -> Double {
            first[keyPath: figure] > 0 ? self[keyPath: figure] / first[keyPath: figure] : 0
        }
        return GrowthFigures(
            readyMilliseconds: ratio(\.readyMilliseconds), readyMiB: ratio(\.readyMiB), endMiB: ratio(\.endMiB),
            cpuMicroseconds: ratio(\.cpuMicroseconds), perSecond: ratio(\.perSecond), p50: ratio(\.p50), p99: ratio(\.p99))
    }
}

extension String {
    /// The text with spaces in front of it.
    fileprivate func padded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
