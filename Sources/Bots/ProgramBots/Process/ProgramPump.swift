import AsyncSupport
import ChatModel
import Foundation

/// The loop that moves bytes between a program and its host, on a thread of its own.
struct ProgramPump {
    private static let graceInMilliseconds: Int32 = 500  // Between the end of the output and that of the process.
    private static let maxReportedLines = 100  // Of the standard error in a minute; the others are left out.

    let input: FileHandle
    let output: FileHandle
    let errors: FileHandle
    let wake: FileHandle
    private var lines = LineBuffer(maxLength: ProgramProcess.maxLine)
    private var reports = LineBuffer(maxLength: 4096)
    private var isOutputOver = false
    private var areErrorsOver = false
    private var limit = ReportLimit(maxReportedLines)

    init(input: FileHandle, output: FileHandle, errors: FileHandle, wake: FileHandle) {
        self.input = input
        self.output = output
        self.errors = errors
        self.wake = wake
    }

    mutating func run(for program: ProgramProcess) {
        Self.blockBrokenPipeSignal()
        for handle in [input, output, errors, wake] { Self.makeNonBlocking(handle.fileDescriptor) }
        while true {
            let work = program.work
            if work.isOver { break }
            let timeout = work.hasExited ? 0 : isOutputOver ? Self.graceInMilliseconds : -1
            var polls = [
                pollfd(fd: wake.fileDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOutputOver ? -1 : output.fileDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: areErrorsOver ? -1 : errors.fileDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: work.unsent.isEmpty ? -1 : input.fileDescriptor, events: Int16(POLLOUT), revents: 0),
            ]
            let count = poll(&polls, nfds_t(polls.count), timeout)
            if count < 0 {
                if errno == EINTR { continue }
                break
            }
            if count == 0 { break }
            if polls[0].revents != 0 { _ = Self.read(wake.fileDescriptor) }
            if polls[2].revents != 0 { readErrors(for: program) }
            if polls[1].revents != 0 { readOutput(for: program) }
            if polls[3].revents != 0 { send(work.unsent, for: program) }
            if isOutputOver, areErrorsOver, program.work.hasExited { break }
        }
        program.finished()
        for handle in [input, output, errors] {
            do { try handle.close() } catch {}  // It is closed already.
        }
    }

    private mutating func readOutput(for program: ProgramProcess) {
        switch Self.read(output.fileDescriptor) {
        case .nothing: return
        case .end: isOutputOver = true
        case .bytes(let part):
            lines.append(part)
            while let line = lines.next() { program.received(line) }
            if lines.isTooLong { program.received(.tooLong) }
        }
    }

    private mutating func readErrors(for program: ProgramProcess) {
        switch Self.read(errors.fileDescriptor) {
        case .nothing: return
        case .end:
            areErrorsOver = true
            if let rest = reports.takeRest() { report(rest, for: program) }
        case .bytes(let part):
            reports.append(part)
            while let line = reports.next() { report(line, for: program) }
        }
    }

    private mutating func report(_ line: LineBuffer.Line, for program: ProgramProcess) {
        guard limit.admits() else { return }
        switch line {
        case .tooLong: program.reported("(a line of more than 4096 bytes)")
        case .line(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            if !text.isEmpty { program.reported(text.terminalLine) }
        }
    }

    /// Sends what the program takes without waiting for it.
    private func send(_ bytes: [UInt8], for program: ProgramProcess) {
        // A pipe that is ready has room for at least a page (PIPE_BUF).
        let count = bytes.withUnsafeBytes { write(input.fileDescriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            program.sent(count)
        } else if errno == EPIPE {
            program.sent(bytes.count)  // Its end is reported by its output.
        }
    }

    private enum Part {
        case bytes([UInt8])
        case nothing
        case end
    }

    private static func read(_ descriptor: Int32) -> Part {
        var error: Int32 = 0
        let part = [UInt8](unsafeUninitializedCapacity: 64 << 10) { bytes, count in
            let length = Foundation.read(descriptor, bytes.baseAddress, bytes.count)
            error = length < 0 ? errno : 0
            count = max(0, length)
        }
        if !part.isEmpty { return .bytes(part) }
        return error == EAGAIN || error == EINTR ? .nothing : .end
    }

    private static func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Keeps a write to a program that has ended from ending this process.
    private static func blockBrokenPipeSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

/// A limit on reported lines in each minute.
private struct ReportLimit {
    private let maximum: Int
    private let time = SystemTime()
    private var minute = Duration.zero
    private var count = 0

    init(_ maximum: Int) { self.maximum = maximum }

    mutating func admits() -> Bool {
        if time.uptime - minute >= .seconds(60) { (minute, count) = (time.uptime, 0) }
        count += 1
        return count <= maximum
    }
}
