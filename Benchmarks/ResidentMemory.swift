import Foundation

/// The memory of this process according to Linux.
enum ResidentMemory {
    enum Phase: String {
        case now = "VmRSS:"
        case peak = "VmHWM:"
    }

    /// Returns the size in KiB; zero if the system does not report it.
    static func kibibytes(_ moment: Phase) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(moment.rawValue) })
        else { return 0 }
        return Int(line.filter(\.isNumber)) ?? 0
    }

    /// Resets the peak to the current size.
    static func resetPeak() { try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs")) }
}
