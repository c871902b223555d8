import AsyncSupport
import BotKit
import ChatModel
import Foundation
import Synchronization

/// A configured program: its process, which is started again when it has ended, and the turns that it takes one after the other.
final class Program: Sendable {
    private static let restFrom = 3  // Failures in a row; before them a program is started again at once.
    private static let minimumRest = Duration.seconds(1)
    private static let maximumRest = Duration.seconds(60)

    private struct State {
        var process: ProgramProcess?
        /// A Boolean value that indicates whether a folder that is to be hidden did not exist when the process started.
        var isExposed = false
        var turns = 0
        var isInTurn = false
        /// The failures since the last answer, and the time of the last one.
        var failures = 0
        var failedAt = Duration.zero
    }

    let name: String
    let launch: ProgramLaunch
    let hello: ProgramHello
    private let helloLine: String
    private let time: any TimeSource
    private let note: @Sendable (String) -> Void
    private let turn = AsyncSemaphore()
    private let state: Mutex<State>

    /// Starts a program, on the caller's thread.
    ///
    /// - Parameter note: Called with the lines of its standard error.
    /// - Throws: `ProgramError`.
    init(
        _ name: String, _ launch: ProgramLaunch, time: any TimeSource, note: @escaping @Sendable (String) -> Void
    ) throws(ProgramError) {
        let isExposed = launch.isExposed
        let (process, line) = try ProgramProcess.start(launch, note: note)
        do {
            hello = try ProgramHello(line)
        } catch {
            process.end(error)
            throw error
        }
        self.name = name
        self.launch = launch
        helloLine = line
        self.time = time
        self.note = note
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
    /// - Throws: `ProgramError`, `LockTimeoutError`, `CancellationError`, and the errors of the work. After an error of the
    ///   program itself its process is ended.
    func takeTurn<Value: Sendable>(
        _ work: @Sendable (_ process: ProgramProcess, _ number: Int) async throws -> Value
    ) async throws -> Value {
        let process = try await enter()
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
            state.withLock { $0.failures = 0 }
            return value
        } catch {
            let failure = error as? ProgramError
            if failure?.isRefusal == true { throw error }
            // It may still wait for an answer to this turn, which must not be taken for one to the next.
            process.end(failure ?? .cancelled)
            await countFailure()
            throw error
        }
    }

    /// Starts the program again in place of the running one, because its files have changed. A turn that has begun is finished by the
    /// process that has begun it.
    ///
    /// - Throws: `ProgramError`, also if the first line has changed, on which the bot's commands depend; the running process goes on.
    func restart() throws(ProgramError) {
        let isExposed = launch.isExposed
        let (process, line) = try ProgramProcess.start(launch, note: note)
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
    private func enter() async throws -> ProgramProcess {
        let budget = TimeBudget.current
        let entering = Task { [turn] in
            if let budget {
                try await budget.wait { try await turn.acquire() }
            } else {
                try await turn.acquire()
            }
            do {
                return try await runningProcess()
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

    private func runningProcess() async throws -> ProgramProcess {
        if let process = state.withLock({ $0.process }) {
            guard let failure = process.failure else { return process }
            note("(started again: \(failure))")
        }
        if let rest = restLeft { throw ProgramError.resting(failures: rest.failures, left: rest.left) }
        let isExposed = launch.isExposed
        let result = await onDedicatedThread { [launch, note] in
            Result { () throws(ProgramError) in try ProgramProcess.start(launch, note: note) }
        }
        do {
            let (process, line) = try result.get()
            guard line == helloLine else {
                process.end(.changedHello)
                throw ProgramError.changedHello
            }
            state.withLock { ($0.process, $0.isExposed) = (process, isExposed) }
            return process
        } catch {
            await countFailure()
            throw error
        }
    }

    private var restLeft: (failures: Int, left: Duration)? {
        let now = time.uptime
        return state.withLock { state in
            guard state.failures >= Self.restFrom else { return nil }
            let rest = min(Self.minimumRest * (1 << min(state.failures - Self.restFrom, 20)), Self.maximumRest)
            let left = state.failedAt + rest - now
            return left > .zero ? (state.failures, left) : nil
        }
    }

    private func countFailure() async {
        await Task { [time] in
            let now = time.uptime
            state.withLock { state in
                state.failures += 1
                state.failedAt = now
            }
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
