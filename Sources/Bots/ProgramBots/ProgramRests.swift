import BotKit

/// The failures of a program in a row and the rests that follow them, in each place: after events of one clan that end the program,
/// it rests for this clan alone.
struct ProgramRests: Sendable {
    enum Cause: Hashable, Sendable {
        /// The program could not be started, whatever the event.
        case start
        case events(in: InvocationPlace)
    }

    private struct Record {
        var failures = 0
        var failedAt = Duration.zero

        func left(at now: Duration) -> Duration {
            guard failures >= ProgramRests.restFrom else { return .zero }
            return failedAt + min(ProgramRests.minimum * (1 << min(failures - ProgramRests.restFrom, 20)), ProgramRests.maximum)
                - now
        }
    }

    private static let restFrom = 3  // Failures in a row; before them a program is started again at once.
    private static let minimum = Duration.seconds(1)
    private static let maximum = Duration.seconds(60)
    private static let maxPlaces = 1024  // Those whose last failure is longest ago are dropped.

    private var records: [Cause: Record] = [:]

    /// Throws `ProgramError.resting` while the program rests.
    func check(_ cause: Cause, at now: Duration) throws(ProgramError) {
        guard let record = records[cause] else { return }
        let left = record.left(at: now)
        guard left <= .zero else { throw .resting(failures: record.failures, left: left) }
    }

    mutating func recordFailure(_ cause: Cause, at now: Duration) {
        records[cause, default: Record()].failures += 1
        records[cause]?.failedAt = now
        guard records.count > Self.maxPlaces, let oldest = records.min(by: { $0.value.failedAt < $1.value.failedAt }) else {
            return
        }
        records[oldest.key] = nil
    }

    mutating func recordSuccess(_ cause: Cause) { records[cause] = nil }
}
