import AsyncSupport
import ChatModel
import Dispatch
import Foundation
import Synchronization

/// A running program: one line is sent, and one line comes back.
///
/// A thread of its own moves the bytes. Whatever the program does, the process and what it has started are killed, and no more
/// than one line and the last words of its standard error are kept in memory.
final class ProgramProcess: Sendable {
    static let maxLine = 1 << 20  // Bytes: an answer is stored with its turn.
    static let startLimit = Duration.seconds(5)

    private enum Phase {
        /// The first line is awaited.
        case starting
        /// Nothing is expected from the program.
        case quiet
        /// The next line belongs to the waiting task.
        case asked(AsyncPromise<String>)
        case ended(ProgramError)
    }

    private struct State {
        var phase = Phase.starting
        var hello: String?
        var unsent: [UInt8] = []
        /// The end of the process, once it has been reported.
        var exit: String?
        var lastWords = ""
    }

    private let group = ProcessGroup()
    private let state = Mutex(State())
    private let isReady = DispatchSemaphore(value: 0)
    private let wake = Pipe()
    private let note: @Sendable (String) -> Void

    /// Starts a program and waits for its first line, on the caller's thread.
    ///
    /// - Parameter note: Called with the lines of its standard error, bounded and safe for terminals.
    /// - Throws: `ProgramError`.
    static func start(
        _ launch: ProgramLaunch, note: @escaping @Sendable (String) -> Void
    ) throws(ProgramError) -> (process: ProgramProcess, hello: String) {
        let program = ProgramProcess(note)
        try program.run(launch)
        if program.isReady.wait(timeout: .now() + .seconds(Int(startLimit.components.seconds))) == .timedOut {
            program.end(.noHello(limit: startLimit))
        }
        let (hello, phase) = program.state.withLock { ($0.hello, $0.phase) }
        if case .ended(let error) = phase {
            // What came after a first line that is none is not the mistake.
            if let hello { _ = try ProgramHello(hello) }
            throw error
        }
        guard let hello else { throw .noHello(limit: startLimit) }
        return (program, hello)
    }

    private init(_ note: @escaping @Sendable (String) -> Void) { self.note = note }

    /// The reason why the process has ended; nil while it runs.
    var failure: ProgramError? {
        state.withLock { if case .ended(let error) = $0.phase { error } else { nil } }
    }

    /// Sends a line and waits for the next one.
    ///
    /// - Throws: `ProgramError`; `CancellationError`, after which the process is ended.
    func exchange(_ line: String) async throws -> String {
        let promise = AsyncPromise<String>()
        try state.withLock { state throws(ProgramError) in
            switch state.phase {
            case .ended(let error): throw error
            case .quiet: break
            case .starting, .asked: throw .unasked("")
            }
            state.phase = .asked(promise)
            state.unsent += Array(line.utf8) + [UInt8(ascii: "\n")]
        }
        rouse()
        do {
            return try await promise.value()
        } catch let error as CancellationError {
            end(.cancelled)
            throw error
        }
    }

    /// Kills the process and what it has started. The first reason counts.
    func end(_ error: ProgramError) {
        let waiting = state.withLock { state -> AsyncPromise<String>? in
            if case .ended = state.phase { return nil }
            defer { state.phase = .ended(error) }
            return if case .asked(let promise) = state.phase { promise } else { nil }
        }
        group.end()
        isReady.signal()
        waiting?.settle(.failure(error))
        rouse()
    }

    private func run(_ launch: ProgramLaunch) throws(ProgramError) {
        let process = Process()
        let command = launch.command
        process.executableURL = URL(fileURLWithPath: command.executable)
        process.arguments = command.arguments
        process.environment = launch.environment.mapValues { $0.reveal() }
        process.currentDirectoryURL = URL(fileURLWithPath: launch.folder)
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        do {
            _ = try group.start(process) { [weak self] reason, status in
                self?.exited(reason == .exit ? "it ended with code \(status)" : "it was ended by signal \(status)")
            }
        } catch {
            throw .notStarted(error.localizedDescription)
        }
        let thread = Thread { [self] in
            var pump = ProgramPump(
                input: input.fileHandleForWriting, output: output.fileHandleForReading, errors: errors.fileHandleForReading,
                wake: wake.fileHandleForReading)
            pump.run(for: self)
        }
        thread.name = "program"
        thread.start()
    }

    private func exited(_ end: String) {
        state.withLock { $0.exit = end }
        rouse()
    }

    /// Wakes the thread that moves the bytes.
    private func rouse() {
        var byte: UInt8 = 1
        _ = write(wake.fileHandleForWriting.fileDescriptor, &byte, 1)
    }
}

/// The reports of the thread that moves the bytes.
extension ProgramProcess {
    /// The bytes that are not sent yet, and whether there is an end to wait for.
    var work: (unsent: [UInt8], hasExited: Bool, isOver: Bool) {
        state.withLock { state in
            if case .ended = state.phase { return ([], state.exit != nil, true) }
            return (state.unsent, state.exit != nil, false)
        }
    }

    func sent(_ count: Int) { state.withLock { $0.unsent.removeFirst(min(count, $0.unsent.count)) } }

    func received(_ line: LineBuffer.Line) {
        guard case .line(let bytes) = line else { return end(.tooLong(limitInBytes: Self.maxLine)) }
        let text = String(decoding: bytes, as: UTF8.self)
        let expected = state.withLock { state -> AsyncPromise<String>?? in
            switch state.phase {
            case .ended: return .some(nil)
            case .quiet: return nil
            case .starting:
                state.hello = text
                state.phase = .quiet
                isReady.signal()
                return .some(nil)
            case .asked(let promise):
                // A program that answers before it has read the question would let questions pile up here.
                guard state.unsent.isEmpty else { return nil }
                state.phase = .quiet
                return promise
            }
        }
        switch expected {
        case .some(let promise?): promise.settle(.success(text))
        case .some(nil): break
        case nil: end(.unasked(text.terminalLine))
        }
    }

    func reported(_ line: String) {
        state.withLock { $0.lastWords = line }
        note(line)
    }

    /// Everything that the process has written is read.
    func finished() {
        let (exit, words) = state.withLock { ($0.exit, $0.lastWords) }
        end(.ended(exit ?? "it closed its output", lastWords: words))
    }
}
