import Foundation

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

/// An executable of this build, run as a separate process.
final class ChildProcess: Sendable {

    let process = Process()
    /// The file that receives its standard error.
    let log: String

    /// - Parameters:
    ///   - program: The name of an executable in the same folder, or a path.
    ///   - input: Its standard input; nil for that of this process.
    ///   - output: Its standard output; nil to discard it.
    init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], input: Pipe? = nil, output: Pipe? = nil,
        log: String
    ) throws {
        process.executableURL = URL(fileURLWithPath: program.contains("/") ? program : Self.path(of: program))
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: log).deletingLastPathComponent()
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        self.log = log
        if !FileManager.default.fileExists(atPath: log) { _ = FileManager.default.createFile(atPath: log, contents: nil) }
        let file = FileHandle(forWritingAtPath: log)
        try file?.seekToEnd()
        if let input { process.standardInput = input }
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = file ?? FileHandle.nullDevice
        try process.run()
    }

    /// The path of another product of this build.
    static func path(of product: String) -> String {
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return program.deletingLastPathComponent().appending(path: product).path
    }

    var pid: Int32 { process.processIdentifier }

    func kill() {
        guard process.isRunning else { return }
        Glibc.kill(pid, SIGKILL)
        process.waitUntilExit()
    }

    /// Stops the process until `thaw()`.
    func freeze() { Glibc.kill(pid, SIGSTOP) }

    func thaw() { Glibc.kill(pid, SIGCONT) }

    func end() {
        guard process.isRunning else { return }
        Glibc.kill(pid, SIGTERM)
        process.waitUntilExit()
    }

    /// The CPU time used so far, user and system.
    var cpu: Duration {
        guard let line = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8), let name = line.lastIndex(of: ")")
        else {
            return .zero
        }
        let fields = line[line.index(after: name)...].split(separator: " ")
        guard fields.count > 12, let user = Int64(fields[11]), let system = Int64(fields[12]) else { return .zero }
        return .milliseconds((user + system) * 1000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// The number of context switches of its present threads so far.
    var contextSwitches: Double {
        let tasks = "/proc/\(pid)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.reduce(0) { sum, thread in
            let status = "\(tasks)/\(thread)/status"
            return sum + number("voluntary_ctxt_switches:", in: status) + number("nonvoluntary_ctxt_switches:", in: status)
        }
    }

    /// The current resident memory in MiB.
    var residentMiB: Double { memory("VmRSS:") }

    /// The peak resident memory in MiB.
    var peakMiB: Double { memory("VmHWM:") }

    /// The number of its open file descriptors.
    var openFiles: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd"))?.count ?? 0 }

    private func memory(_ field: String) -> Double { number(field, in: "/proc/\(pid)/status") / 1024 }

    private func number(_ field: String, in file: String) -> Double {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(field) })
        else { return 0 }
        return Double(line.dropFirst(field.count).split(whereSeparator: \.isWhitespace).first ?? "") ?? 0
    }
}
