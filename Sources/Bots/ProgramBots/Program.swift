import AsyncSupport
import BotKit
import ChatModel
import Foundation
import Synchronization

/// A configured program: its process, which is started again when it has ended, and the turns that it takes one after the other.
final class Program: Sendable {
    private struct State {
        var process: ProgramProcess?
        /// A Boolean value that indicates whether a folder that is to be hidden did not exist when the process started.
        var isExposed = false
        var turns = 0
        var isInTurn = false
        var rests = ProgramRests()
    }

    let name: String
    let launch: ProgramLaunch
    let hello: ProgramHello
    private let helloLine: String
    private let time: any TimeSource
    private let neverRests: Bool
    private let mask: SecretMask
    private let note: @Sendable (String) -> Void
    private let turn = AsyncSemaphore()
    private let state: Mutex<State>

    /// Starts a program, on the caller's thread.
    ///
    /// - Parameters:
    ///   - neverRests: A Boolean value that indicates whether failures do not delay its next start, as in a replay.
    ///   - note: Called with the lines of its standard error, without the secrets of its environment.
    /// - Throws: `ProgramError`.
    init(
        _ name: String, _ launch: ProgramLaunch, time: any TimeSource, neverRests: Bool = false,
        note: @escaping @Sendable (String) -> Void
    ) throws(ProgramError) {
        let mask = SecretMask(launch.secrets)
        let masked: @Sendable (String) -> Void = { note(mask.masked($0)) }
        let isExposed = launch.isExposed
        let (process, line) = try Self.start(launch, mask, masked)
        do {
            hello = try ProgramHello(line)
        } catch {
            process.end(error)
            throw error.masked(by: mask)
        }
        self.name = name
        self.launch = launch
        helloLine = line
        self.time = time
        self.neverRests = neverRests
        self.mask = mask
        self.note = masked
        state = Mutex(State(process: process, isExposed: isExposed))
    }

    deinit { end() }

    /// Ends the process. A later turn starts it again.
    func end() { state.withLock { $0.process.take() }?.end(.cancelled) }

    /// Ends the process if it would see a folder that has been created since it was started and is to be hidden.
    func endIfExposed() {
        if state.withLock({ $0.isExposed }) { end() }
    }

    /// Gives the program a turn, once the turns before it are over, and starts it if it does not run.
    ///
    /// - Parameter place: The place of the event, in which the program rests after failures.
    /// - Throws: `ProgramError`, `LockTimeoutError`, `CancellationError`, and the errors of the work. After an error of the
    ///   program itself its process is ended.
    func takeTurn<Value: Sendable>(
        in place: InvocationPlace, _ work: @Sendable (_ process: ProgramProcess, _ number: Int) async throws -> Value
    ) async throws -> Value {
        let process = try await enter(place)
        defer {
            let isReplaced = state.withLock { state in
                state.isInTurn = false
                return state.process !== process
            }
            if isReplaced { process.end(.cancelled) }
            turn.release()
        }
        let number = state.withLock { state in
            state.turns += 1
            state.isInTurn = true
            return state.turns
        }
        do {
            let value = try await work(process, number)
            state.withLock { $0.rests.recordSuccess(.events(in: place)) }
            return value
        } catch {
            guard let failure = error as? ProgramError else {
                // It may still wait for an answer to this turn, which must not be taken for one to the next.
                process.end(.cancelled)
                await recordFailure(.events(in: place))
                throw error
            }
            if !failure.isRefusal {
                process.end(failure)
                await recordFailure(.events(in: place))
            }
            throw failure.masked(by: mask)
        }
    }

    /// Starts the program again in place of the running one, because its files have changed. A turn that has begun is finished by the
    /// process that has begun it.
    ///
    /// - Throws: `ProgramError`, also if the first line has changed, on which the bot's commands depend; the running process goes on.
    func restart() throws(ProgramError) {
        let isExposed = launch.isExposed
        let (process, line) = try Self.start(launch, mask, note)
        guard line == helloLine else {
            process.end(.changedHello)
            throw .changedHello
        }
        let former = state.withLock { state in
            defer { (state.process, state.isExposed) = (process, isExposed) }
            return state.isInTurn ? nil : state.process
        }
        former?.end(.cancelled)
    }

    /// Waits for the turn and for the process. A task of its own does so, because it reads the clock, which must not happen on the
    /// bot's executor.
    private func enter(_ place: InvocationPlace) async throws -> ProgramProcess {
        let budget = TimeBudget.current
        let entering = Task { [turn] in
            if let budget {
                try await budget.wait { try await turn.acquire() }
            } else {
                try await turn.acquire()
            }
            do {
                return try await runningProcess(place)
            } catch {
                turn.release()
                throw error
            }
        }
        return try await withTaskCancellationHandler {
            try await entering.value
        } onCancel: {
            entering.cancel()
        }
    }

    private static func start(
        _ launch: ProgramLaunch, _ mask: SecretMask, _ note: @escaping @Sendable (String) -> Void
    ) throws(ProgramError) -> (process: ProgramProcess, hello: String) {
        do {
            return try ProgramProcess.start(launch, note: note)
        } catch {
            throw error.masked(by: mask)
        }
    }

    private func runningProcess(_ place: InvocationPlace) async throws -> ProgramProcess {
        try checkRest(.events(in: place))
        if let process = state.withLock({ $0.process }) {
            guard let failure = process.failure else { return process }
            note("(started again: \(failure))")
        }
        try checkRest(.start)
        let isExposed = launch.isExposed
        let result = await onDedicatedThread { [launch, mask, note] in
            Result { () throws(ProgramError) in try Self.start(launch, mask, note) }
        }
        do {
            let (process, line) = try result.get()
            guard line == helloLine else {
                process.end(.changedHello)
                throw ProgramError.changedHello
            }
            state.withLock { state in
                (state.process, state.isExposed) = (process, isExposed)
                state.rests.recordSuccess(.start)
            }
            return process
        } catch {
            await recordFailure(.start)
            throw error
        }
    }

    private func checkRest(_ cause: ProgramRests.Cause) throws(ProgramError) {
        let now = time.uptime
        let rests = state.withLock { $0.rests }
        if !neverRests { try rests.check(cause, at: now) }
    }

    private func recordFailure(_ cause: ProgramRests.Cause) async {
        await Task { [time] in
            let now = time.uptime
            state.withLock { $0.rests.recordFailure(cause, at: now) }
        }.value
    }
}

extension ProgramError {
    /// A Boolean value that indicates whether the program works as it should and has reported a failure.
    fileprivate var isRefusal: Bool {
        switch self {
        case .refused, .badAction: true
        default: false
        }
    }
}
