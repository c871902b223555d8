import Foundation

/// What Linux says of this process's memory.
enum ResidentMemory {
    enum Moment: String {
        case now = "VmRSS:"
        case peak = "VmHWM:"
    }

    /// Zero where the system does not say.
    static func kibibytes(_ moment: Moment) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(moment.rawValue) })
        else { return 0 }
        return Int(line.filter(\.isNumber)) ?? 0
    }

    /// Makes the peak begin again at what there is now.
    static func resetPeak() { try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs")) }
}
