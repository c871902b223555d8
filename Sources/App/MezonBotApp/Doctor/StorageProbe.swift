import ChatModel
import Foundation
import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// Checks whether the data directory is writable, its free space, and the duration of a write to disk.
///
/// It does not take the directory's lock, because a bot may be running.
struct StorageProbe {
    let folder: String
    let time: any TimeSource

    private static let minFreeBytes = 64 << 20  // The next checkpoint of a large journal can use as much.
    private static let lowFreeBytes = 1 << 30
    private static let slow = Duration.milliseconds(50)  // Every turn waits for a sync.

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
        let nearest = nearestFolder()
        let file = nearest + "/.doctor-\(getpid())"
        let handle = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard handle >= 0 else { return [Self.unusable(folder, errno)] }
        defer { close(handle) }
        unlink(file)  // Removed at once, so that nothing is left behind if the process ends.
        let page = [UInt8](repeating: 0, count: 4096)
        let start = time.uptime
        guard write(handle, page, page.count) == page.count, fsync(handle) == 0 else {
            return [Self.unusable(folder, errno)]
        }
        return [room(inBytes: free(at: nearest)), Self.syncSpeed(of: time.uptime - start)]
    }

    func room(inBytes free: Int?) -> DoctorFinding {
        let user = isInUse ? ", in use by a running bot" : ""
        guard let free else {
            return DoctorFinding(.warning, "the data directory \(folder) is writable\(user); free space unknown")
        }
        let what = "the data directory \(folder) is writable\(user), \(free >> 20) MiB free"
        if free < Self.minFreeBytes { return DoctorFinding(.bad, what, advice: "free disk space: a full disk stops the bot") }
        return free < Self.lowFreeBytes
            ? DoctorFinding(.warning, what, advice: "free disk space soon") : DoctorFinding(.good, what)
    }

    static func syncSpeed(of sync: Duration) -> DoctorFinding {
        let text = (sync / .milliseconds(1)).formatted(.number.precision(.fractionLength(1)).locale(Locale(identifier: "en_US")))
        let what = "a synchronous write takes \(text) ms"
        return sync > slow
            ? DoctorFinding(.warning, what, advice: "use a faster disk: every answer waits for a synchronous write")
            : DoctorFinding(.good, what)
    }

    /// A Boolean value that indicates whether an application listens on the admin socket.
    private var isInUse: Bool {
        guard let address = try? AdminSocketAddress(in: folder) else { return false }
        let socket = AdminLineCodec.socket()
        guard socket >= 0 else { return false }
        defer { close(socket) }
        AdminLineCodec.limit(socket, seconds: 2)  // A bot that is stopped in a debugger accepts no connection.
        return address.connect(socket)
    }

    /// The first of the bot's files that is not writable, for example because another user or root started it.
    private func foreignFile() -> String? {
        ["lock", "bot.sqlite", "archive.sqlite"].map { folder + "/" + $0 }
            .first { FileManager.default.fileExists(atPath: $0) && access($0, R_OK | W_OK) != 0 }
    }

    /// The directory, or the closest existing parent in which it would be created.
    private func nearestFolder() -> String {
        var url = URL(fileURLWithPath: folder).standardizedFileURL
        while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
        return url.path
    }

    private func free(at nearest: String) -> Int? {
        var state = statvfs()
        guard statvfs(nearest, &state) == 0 else { return nil }
        let (bytes, isMore) = UInt64(state.f_bavail).multipliedReportingOverflow(by: UInt64(state.f_frsize))
        return isMore ? .max : Int(clamping: bytes)
    }

    /// - Parameter code: The system's error code.
    static func unusable(_ folder: String, _ code: Int32) -> DoctorFinding {
        let isFull = code == ENOSPC || code == EDQUOT
        return unusable(
            folder, String(cString: strerror(code)),
            advice: isFull ? "free disk space: the bot pauses until there is some" : owning)
    }

    private static let owning = "change its owner to the user that runs the bot, or pass another directory with --data"

    private static func unusable(_ folder: String, _ reason: String, advice: String) -> DoctorFinding {
        DoctorFinding(.bad, "the data directory \(folder) is not writable: \(reason)", advice: advice)
    }
}
