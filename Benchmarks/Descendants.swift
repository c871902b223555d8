import Foundation

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// The ends of the pipe from the signal handler to the thread that does what a handler may not. Set once, before a second thread or a
/// signal exists.
nonisolated(unsafe) private var ends: [Int32] = [-1, -1]

private func noteSignal(_ signal: Int32) {
    var number = UInt8(truncatingIfNeeded: signal)
    _ = write(ends[1], &number, 1)
}

/// The child processes of this process, and their descendants.
enum Descendants {
    /// Makes SIGINT and SIGTERM kill the descendants before this process ends. A terminal's Ctrl-C does not reach them, and a bot or server
    /// left behind keeps its port, its data directory and its memory.
    static func endWithThisProcess() {
        guard pipe(&ends) == 0 else { return }
        for number in [SIGINT, SIGTERM] { signal(number, noteSignal) }
        Thread.detachNewThread {
            var number: UInt8 = 0
            var count = read(ends[0], &number, 1)
            while count < 0, errno == EINTR { count = read(ends[0], &number, 1) }
            end()
            _exit(128 + Int32(number))
        }
    }

    private static func end() {
        // A parent that sees its child end may start another, so processes are stopped first, until no new ones are found.
        var known: Set<Int32> = []
        var found = all()
        while !found.isEmpty {
            for process in found { kill(process, SIGSTOP) }
            known.formUnion(found)
            found = all().subtracting(known)
        }
        for process in known { kill(process, SIGKILL) }
    }

    private static func all() -> Set<Int32> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        var children: [Int32: [Int32]] = [:]
        for process in names.compactMap(Int32.init) {
            // The file is unreadable if the process has ended.
            guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                let name = line.lastIndex(of: ")"),
                let parent = line[line.index(after: name)...].split(separator: " ").dropFirst().first.flatMap({ Int32($0) })
            else { continue }
            children[parent, default: []].append(process)
        }
        var result: Set<Int32> = []
        var open = children[getpid()] ?? []
        while let process = open.popLast() {
            if result.insert(process).inserted { open += children[process] ?? [] }
        }
        return result
    }
}
