import Foundation
import MezonModel
import Persistence

#if canImport(Glibc)
    import Glibc
#endif

/// Whether the data folder can be written, how much room there is, and how long it takes until something is on disk.
///
/// The folder's lock is not taken: a bot may run there meanwhile.
struct StorageProbe {
    let folder: String
    let time: any TimeSource

    private static let least = 64 << 20  // Less than this is gone with the next checkpoint of a large journal.
    private static let usual = 1 << 30
    private static let slow = Duration.milliseconds(50)  // Every turn waits for one.

    func findings() -> [DoctorFinding] {
        let exposures = DataDirectoryExposure.all(of: folder).map {
            DoctorFinding($0.isRefused ? .bad : .warning, $0.description, advice: $0.advice)
        }
        return exposures + pathFindings()
    }

    private func pathFindings() -> [DoctorFinding] {
        if let file = foreignFile() {
            return [Self.unusable(folder, "\(file) belongs to another user", advice: Self.owning)]
        }
        let place = nearestFolder()
        let file = place + "/.doctor-\(getpid())"
        let handle = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard handle >= 0 else { return [Self.unusable(folder, errno)] }
        defer { close(handle) }
        unlink(file)  // At once: whatever ends us, nothing is left behind.
        let page = [UInt8](repeating: 0, count: 4096)
        let start = time.uptime
        guard write(handle, page, page.count) == page.count, fsync(handle) == 0 else {
            return [Self.unusable(folder, errno)]
        }
        return [room(inBytes: free(at: place)), Self.pace(of: time.uptime - start)]
    }

    func room(inBytes free: Int?) -> DoctorFinding {
        let user = isInUse ? ", a bot runs on it" : ""
        guard let free else {
            return DoctorFinding(.warning, "the data folder \(folder) can be written\(user); its free space is not known")
        }
        let what = "the data folder \(folder) can be written\(user), \(free >> 20) MiB are free"
        if free < Self.least { return DoctorFinding(.bad, what, advice: "make room: a full disk stops the bot") }
        return free < Self.usual ? DoctorFinding(.warning, what, advice: "make room soon") : DoctorFinding(.good, what)
    }

    static func pace(of sync: Duration) -> DoctorFinding {
        let text = (sync / .milliseconds(1)).formatted(.number.precision(.fractionLength(1)).locale(Locale(identifier: "en_US")))
        let what = "it takes \(text) ms until a line is on disk"
        return sync > slow
            ? DoctorFinding(.warning, what, advice: "use a faster disk: every answer waits for one") : DoctorFinding(.good, what)
    }

    /// Whether a bot listens there for commands.
    private var isInUse: Bool {
        guard let address = try? AdminSocketAddress(in: folder) else { return false }
        let socket = AdminLineCodec.socket()
        guard socket >= 0 else { return false }
        defer { close(socket) }
        AdminLineCodec.limit(socket, seconds: 2)  // A bot that is stopped in a debugger takes nobody in.
        return address.connect(socket)
    }

    /// A file of the bot's that we may not write: what somebody else, or root, once started.
    private func foreignFile() -> String? {
        ["lock", "house.sqlite", "archive.sqlite"].map { folder + "/" + $0 }
            .first { FileManager.default.fileExists(atPath: $0) && access($0, R_OK | W_OK) != 0 }
    }

    /// The folder, or that of its parents in which it will be made.
    private func nearestFolder() -> String {
        var url = URL(fileURLWithPath: folder).standardizedFileURL
        while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
        return url.path
    }

    private func free(at place: String) -> Int? {
        var state = statvfs()
        guard statvfs(place, &state) == 0 else { return nil }
        let (bytes, isMore) = UInt64(state.f_bavail).multipliedReportingOverflow(by: UInt64(state.f_frsize))
        return isMore ? .max : Int(clamping: bytes)
    }

    /// - Parameter code: what the system said.
    static func unusable(_ folder: String, _ code: Int32) -> DoctorFinding {
        let isFull = code == ENOSPC || code == EDQUOT
        return unusable(
            folder, String(cString: strerror(code)),
            advice: isFull ? "make room: the bot stands still until there is some" : owning)
    }

    private static let owning = "give it to the user that runs the bot, or name another with --data"

    private static func unusable(_ folder: String, _ reason: String, advice: String) -> DoctorFinding {
        DoctorFinding(.bad, "the data folder \(folder) cannot be written: \(reason)", advice: advice)
    }
}
