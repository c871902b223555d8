import BotKit
import Foundation
import Storage
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Identifies the bot that ended the process.
///
/// The current invocations, and the bot whose code a thread runs, are recorded in a small memory-mapped file, which survives the
/// process without a write call. When a thread crashes, the signal handler marks the bot whose code it ran. A kill, a power failure
/// or a stack overflow marks no bot.
final class CrashLog: Sendable {
    /// The mapped memory, written under the lock and by the signal handler.
    private struct Pages: @unchecked Sendable { let base: UnsafeMutableRawPointer }

    private struct State {
        var bots: [String] = []
        var free: [Int]
    }

    private static let botCount = 64
    private static let botSize = 64  // Bytes: a crash flag, followed by the bot's name.
    private static let attemptCount = 512
    private static let attemptSize = 256  // Bytes: 1 if running, 2 if crashed, then bot, entry and author.
    private static let size = botCount * botSize + attemptCount * attemptSize

    /// The crashes of the last process, by bot.
    let crashes: [BotCrash]
    private let pages: Pages
    private let state: Mutex<State>

    /// - Parameter reportsApart: whether a crash ends the process at once while a copy of it writes the backtrace.
    /// - Throws: `ApplicationError.cannotWrite`.
    init(folder: String, reportsApart: Bool = false) throws {
        let path = folder + "/in-hand"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, ftruncate(file, off_t(Self.size)) == 0,
            let base = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED
        else { throw ApplicationError.cannotWrite(file: path, reason: String(cString: strerror(errno))) }
        crashes = Self.crashes(in: UnsafeRawBufferPointer(start: base, count: Self.size))
        base.initializeMemory(as: UInt8.self, repeating: 0, count: Self.size)
        pages = Pages(base: base)
        state = Mutex(State(free: Array((0..<Self.attemptCount).reversed())))
        CrashMarker.install(reportsApart: reportsApart)
    }

    deinit { munmap(pages.base, Self.size) }

    /// Runs bot code such that a crash in it is attributed to the bot.
    func attributing(to bot: String) -> DedicatedThreadExecutor.JobWrapper {
        guard let index = index(of: bot) else { return { $0() } }
        let mark = Pages(base: pages.base + index * Self.botSize)
        return { [self] stretch in
            CrashMarker.set(bot: mark.base)
            stretch()
            CrashMarker.set(bot: nil)
            withExtendedLifetime(self) {}
        }
    }

    func marks(of bot: String) -> BotSupervisor.InvocationMarkers? {
        guard let index = index(of: bot) else { return nil }
        return BotSupervisor.InvocationMarkers(
            begin: { self.begin($0, bot: index) }, enter: { CrashMarker.set(attempt: self.attempt($0)) }, end: { self.end($0) })
    }

    private func index(of bot: String) -> Int? {
        state.withLock { state in
            if let known = state.bots.firstIndex(of: bot) { return known }
            guard state.bots.count < Self.botCount, bot.utf8.count < Self.botSize - 1 else { return nil }
            Self.write(bot, to: pages.base + state.bots.count * Self.botSize + 1)
            state.bots.append(bot)
            return state.bots.count - 1
        }
    }

    /// Records the start of an invocation. Returns nil if too many are running; a crash is then not attributed to this one.
    private func begin(_ name: InvocationRecord.Name, bot: Int) -> Int? {
        guard name.author.utf8.count < Self.attemptSize - 16 else { return nil }
        return state.withLock { state in
            guard let slot = state.free.popLast() else { return nil }
            let place = attempt(slot)
            place.storeBytes(of: UInt8(bot), toByteOffset: 1, as: UInt8.self)
            place.storeBytes(of: name.sequence, toByteOffset: 8, as: Int64.self)
            Self.write(name.author, to: place + 16)
            place.storeBytes(of: 1, as: UInt8.self)
            return slot
        }
    }

    private func end(_ slot: Int) {
        state.withLock { state in
            attempt(slot).storeBytes(of: 0, as: UInt8.self)
            state.free.append(slot)
        }
    }

    private func attempt(_ slot: Int) -> UnsafeMutableRawPointer {
        pages.base + Self.botCount * Self.botSize + slot * Self.attemptSize
    }

    private static func write(_ text: String, to place: UnsafeMutableRawPointer) {
        for (offset, byte) in (Array(text.utf8) + [0]).enumerated() {
            place.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        }
    }

    private static func crashes(in bytes: UnsafeRawBufferPointer) -> [BotCrash] {
        func text(_ start: Int, _ size: Int) -> String {
            String(decoding: bytes[start..<(start + size)].prefix { $0 != 0 }, as: UTF8.self)
        }
        let found = (0..<attemptCount).compactMap { slot -> (isCertain: Bool, crash: BotCrash)? in
            let place = botCount * botSize + slot * attemptSize
            let bot = Int(bytes[place + 1])
            guard bytes[place] > 0, bot < botCount, bytes[bot * botSize] == 1 else { return nil }
            let crash = BotCrash(
                sequence: bytes.loadUnaligned(fromByteOffset: place + 8, as: Int64.self),
                author: text(place + 16, attemptSize - 16),
                bot: text(bot * botSize + 1, botSize - 1))
            return (bytes[place] == 2, crash)
        }
        // A crash after a suspension does not identify its invocation; each running one of the bot is then reported.
        let certain = Set(found.filter(\.isCertain).map(\.crash.bot))
        return found.filter { $0.isCertain || !certain.contains($0.crash.bot) }.map(\.crash)
    }
}
