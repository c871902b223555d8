/// A failure of a bot that is a program.
package enum ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no program of that name; `isInFolder` if a file beside the configuration has it.
    case notFound(String, isInFolder: Bool)
    case notExecutable(String)
    case notStarted(String)
    /// The program has written no first line in time.
    case noHello(limit: Duration)
    case badHello(String)
    /// The first line differs from that of the program's first start.
    case changedHello
    /// The process has ended, with the last line of its standard error.
    case ended(String, lastWords: String)
    case tooLong(limitInBytes: Int)
    case notJSON(String)
    /// A line that nothing was asked for.
    case unasked(String)
    case wrongTurn(expected: Int, found: String)
    case badLine(String)
    /// An answer with an action that does not exist or has wrong fields. The program has ended its turn and goes on.
    case badAction(String)
    case tooManyReads(limit: Int)
    /// The program was killed because its answer was no longer waited for.
    case cancelled
    /// The program has failed repeatedly and is not started again before some time has passed.
    case resting(failures: Int, left: Duration)
    /// The program has reported that it cannot decide.
    case refused(String)
    /// The program is not part of the configuration that this process was started with.
    case unstarted

    package var description: String {
        switch self {
        case .notFound(let name, _): "there is no program '\(name)'"
        case .notExecutable(let path): "'\(path)' is not executable"
        case .notStarted(let reason): "it cannot be started: \(reason)"
        case .noHello(let limit):
            """
            it wrote no first line within \(limit); it must write {"hello":1} at its start and flush its output, as \
            print(…, flush=True) does
            """
        case .badHello(let problem): "its first line is not valid: \(problem)"
        case .changedHello: "its first line has changed since the bot was started, and its commands with it; restart the bot"
        case .ended(let end, let words): words.isEmpty ? end : "\(end): \(words)"
        case .tooLong(let limit): "it wrote a line of more than \(limit) bytes"
        case .notJSON(let line): "it wrote a line that is not a JSON object: \(line)"
        case .unasked(let line): "it wrote a line that nothing had asked for: \(line)"
        case .wrongTurn(let expected, let found): "it answered turn \(found) instead of \(expected)"
        case .badLine(let problem): "its answer is not valid: \(problem)"
        case .badAction(let problem): "its answer is not valid: \(problem)"
        case .tooManyReads(let limit): "it has read more than \(limit) times for one event"
        case .cancelled: "it was killed because its answer was no longer waited for"
        case .resting(let failures, let left):
            "it has failed \(failures) times in a row and is started again in \(Int((left / .seconds(1)).rounded(.up))) s at the earliest"
        case .refused(let reason): "it reported: \(reason)"
        case .unstarted: "it starts with the next start of the bot"
        }
    }
}
