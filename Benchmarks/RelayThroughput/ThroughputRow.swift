/// The measurements for one direction.
struct ThroughputRow {
    static let heading = "                  messages/s   bot CPU us/msg   p50 ms   p99 ms at 200/s     lost   out of order"

    var way: ThroughputDirection
    var perSecond = 0.0
    var cpuMicroseconds = 0.0
    var p50 = 0.0
    var p99 = 0.0
    var lost = 0
    var outOfOrder = 0

    var line: String {
        let figures = [perSecond, cpuMicroseconds, p50, p99].map(Load.number) + ["\(lost)", "\(outOfOrder)"]
        return zip([way.rawValue] + figures, [15, 13, 17, 9, 17, 10, 15]).map { text, width in
            String(repeating: " ", count: max(0, width - text.count)) + text
        }.joined()
    }
}
