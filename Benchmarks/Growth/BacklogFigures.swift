import Foundation

/// The figures of a bot that starts with unanswered questions.
struct BacklogFigures: Encodable {
    /// The state of the bot at one moment.
    struct Sample {
        var at: Duration
        var answered: Int
        var cpu: Duration
    }

    /// Rate and cost between two samples.
    struct Pace: Encodable {
        var perSecond = 0.0
        var cpuMicroseconds = 0.0
    }

    var size = 0
    var readyMilliseconds = 0.0
    var readyMiB = 0.0
    var peakMiB = 0.0
    /// The time from the start of the process to the last answer.
    var drainSeconds = 0.0
    /// The time from the start of the process to the first answers.
    var firstAnswerSeconds = 0.0
    /// The first and the last tenth, without the hundredth in which it begins or ends.
    var beginning = Pace()
    var end = Pace()
    /// The largest size of the write-ahead log.
    var logMiB = 0.0
    var unanswered = 0

    /// Takes the times and paces from samples, the oldest first.
    mutating func evaluate(_ samples: [Sample]) {
        guard let last = samples.last, let first = samples.first(where: { $0.answered > 0 }) else { return }
        drainSeconds = last.at / .seconds(1)
        firstAnswerSeconds = first.at / .seconds(1)
        unanswered = max(0, size - last.answered)
        func pace(from start: Double, through end: Double) -> Pace {
            let (start, end) = (Int(start * Double(size)), Int(end * Double(size)))
            guard let first = samples.first(where: { $0.answered >= start }),
                let last = samples.first(where: { $0.answered >= end }), last.answered > first.answered
            else { return Pace() }
            let count = Double(last.answered - first.answered)
            return Pace(
                perSecond: count / ((last.at - first.at) / .seconds(1)),
                cpuMicroseconds: (last.cpu - first.cpu) / .microseconds(1) / count)
        }
        beginning = pace(from: 0.01, through: 0.11)
        end = pace(from: 0.89, through: 0.99)
    }

    /// The figures as lines of text.
    var text: String {
        func line(_ title: String, _ figure: Double, _ unit: String) -> String {
            title.padding(toLength: 40, withPad: " ", startingAt: 0) + "\(Load.number(figure)) \(unit)\n"
        }
        return "backlog of \(size) questions\n"
            + line("  ready after", readyMilliseconds, "ms") + line("  first answer after", firstAnswerSeconds, "s")
            + line("  drained after", drainSeconds, "s")
            + line("  at the beginning", beginning.perSecond, "answered/s")
            + line("", beginning.cpuMicroseconds, "CPU us/msg")
            + line("  at the end", end.perSecond, "answered/s") + line("", end.cpuMicroseconds, "CPU us/msg")
            + line("  resident when ready", readyMiB, "MiB") + line("  resident at most", peakMiB, "MiB")
            + line("  write-ahead log at most", logMiB, "MiB")
    }

    /// The limits that are exceeded, one sentence for each.
    func problems(_ limits: GrowthSeries.Limits) -> [String] {
        let ratio = beginning.cpuMicroseconds > 0 ? end.cpuMicroseconds / beginning.cpuMicroseconds : 0
        var problems = limits.problems(
            "backlog \(size)", readyMilliseconds: readyMilliseconds, readyMiB: readyMiB, unanswered: unanswered)
        if ratio > limits.cpuRatio {
            problems.append(
                "backlog \(size): CPU time per message grows by a factor of \(Load.number(ratio)) while it drains, "
                    + "the limit is \(Load.number(limits.cpuRatio))")
        }
        return problems
    }
}
