import Foundation

/// The memory and CPU time of this process.
package struct ProcessFigures: Hashable, Sendable {
    /// The resident memory in bytes; nil where the system does not tell it in `/proc`.
    package var residentBytes: Int?
    /// The number of open files; nil where the system does not tell it in `/proc`.
    package var openFiles: Int?
    /// The user and system CPU time in seconds.
    package var cpuSeconds = 0.0

    package init() {}

    /// Reads the figures of the process.
    static func current() -> Self {
        var figures = Self()
        var usage = rusage()
        // RUSAGE_SELF, whose type differs between systems.
        if getrusage(0, &usage) == 0 {
            figures.cpuSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
                $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
            }
        }
        // The second number is that of the resident pages.
        if let pages = FileManager.default.contents(atPath: "/proc/self/statm").map({ String(decoding: $0, as: UTF8.self) })?
            .split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        {
            figures.residentBytes = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
        figures.openFiles = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
        return figures
    }
}
