/// The figures of a bot by the amount of one kind of data.
struct GrowthSeries: Encodable {
    /// The limits that a series must keep.
    struct Limits {
        /// CPU time per message at the last size, divided by that at the first.
        var cpuRatio: Double
        var startMilliseconds: Double
        /// The resident memory of a bot that is ready.
        let readyMiB = 150.0
    }

    var name: String
    var rows: [GrowthFigures] = []

    /// The figures of the last row divided by those of the first; nil with a single row.
    var ratio: GrowthFigures? { rows.count > 1 ? rows.last?.ratio(to: rows[0]) : nil }

    /// The limits that are exceeded, one sentence for each.
    func problems(_ limits: Limits) -> [String] {
        var problems: [String] = []
        if let ratio, ratio.cpuMicroseconds > limits.cpuRatio {
            problems.append(
                "\(name): CPU time per message grows by a factor of \(Load.number(ratio.cpuMicroseconds)), "
                    + "the limit is \(Load.number(limits.cpuRatio))")
        }
        for row in rows {
            problems += limits.problems(
                "\(name) \(row.size)", readyMilliseconds: row.readyMilliseconds, readyMiB: row.readyMiB,
                unanswered: row.unanswered)
        }
        return problems
    }
}

extension GrowthSeries.Limits {
    /// The limits that one start exceeds, one sentence for each.
    func problems(_ title: String, readyMilliseconds: Double, readyMiB: Double, unanswered: Int) -> [String] {
        var problems: [String] = []
        if readyMilliseconds > startMilliseconds {
            problems.append(
                "\(title): ready after \(Load.number(readyMilliseconds)) ms, the limit is \(Load.number(startMilliseconds)) ms")
        }
        if readyMiB > self.readyMiB {
            problems.append(
                "\(title): \(Load.number(readyMiB)) MiB when ready, the limit is \(Load.number(self.readyMiB)) MiB")
        }
        if unanswered > 0 { problems.append("\(title): \(unanswered) questions were not answered") }
        return problems
    }
}
