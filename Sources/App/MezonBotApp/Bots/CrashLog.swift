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
    private static let invocationCount = 512
    private static let invocationSize = 256  // Bytes: 1 if running, 2 if crashed, then bot, entry and author.
    private static let size = botCount * botSize + invocationCount * invocationSize

    /// The crashes of the last process, by bot.
    let crashes: [BotCrash]
    private let pages: Pages
    private let state: Mutex<State>

    /// - Parameter isSupervised: Whether a supervisor restarts the process, which then ends at once on a crash while a forked copy writes the backtrace.
    /// - Throws: `ApplicationError.cannotWrite`.
    init(folder: String, isSupervised: Bool = false) throws {
        let path = folder + "/in-progress"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, ftruncate(file, off_t(Self.size)) == 0,
            let base = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED
        else { throw ApplicationError.cannotWrite(file: path, reason: String(cString: strerror(errno))) }
        crashes = Self.crashes(in: UnsafeRawBufferPointer(start: base, count: Self.size))
        base.initializeMemory(as: UInt8.self, repeating: 0, count: Self.size)
        pages = Pages(base: base)
        state = Mutex(State(free: Array((0..<Self.invocationCount).reversed())))
        CrashMarker.install(isSupervised: isSupervised)
    }

    deinit { munmap(pages.base, Self.size) }

    /// Runs bot code such that a crash in it is attributed to the bot.
    func attributing(to bot: String) -> DedicatedThreadExecutor.JobWrapper {
        guard let index = index(of: bot) else { return { $0() } }
        let flag = Pages(base: pages.base + index * Self.botSize)
        return { [self] job in
            CrashMarker.set(bot: flag.base)
            job()
            CrashMarker.set(bot: nil)
            withExtendedLifetime(self) {}
        }
    }

    func markers(of bot: String) -> BotSupervisor.InvocationMarkers? {
        guard let index = index(of: bot) else { return nil }
        return BotSupervisor.InvocationMarkers(
            begin: { self.begin($0, bot: index) }, enter: { CrashMarker.set(invocation: self.invocation($0)) },
            end: { self.end($0) })
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
        guard name.author.utf8.count < Self.invocationSize - 16 else { return nil }
        return state.withLock { state in
            guard let slot = state.free.popLast() else { return nil }
            let slotStart = invocation(slot)
            slotStart.storeBytes(of: UInt8(bot), toByteOffset: 1, as: UInt8.self)
            slotStart.storeBytes(of: name.sequence, toByteOffset: 8, as: Int64.self)
            Self.write(name.author, to: slotStart + 16)
            slotStart.storeBytes(of: 1, as: UInt8.self)
            return slot
        }
    }

    private func end(_ slot: Int) {
        state.withLock { state in
            invocation(slot).storeBytes(of: 0, as: UInt8.self)
            state.free.append(slot)
        }
    }

    private func invocation(_ slot: Int) -> UnsafeMutableRawPointer {
        pages.base + Self.botCount * Self.botSize + slot * Self.invocationSize
    }

    private static func write(_ text: String, to address: UnsafeMutableRawPointer) {
        for (offset, byte) in (Array(text.utf8) + [0]).enumerated() {
            address.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        }
    }

    private static func crashes(in bytes: UnsafeRawBufferPointer) -> [BotCrash] {
        func text(_ start: Int, _ size: Int) -> String {
            String(decoding: bytes[start..<(start + size)].prefix { $0 != 0 }, as: UTF8.self)
        }
        let found = (0..<invocationCount).compactMap { slot -> (isCertain: Bool, crash: BotCrash)? in
            let slotStart = botCount * botSize + slot * invocationSize
            let bot = Int(bytes[slotStart + 1])
            guard bytes[slotStart] > 0, bot < botCount, bytes[bot * botSize] == 1 else { return nil }
            let crash = BotCrash(
                sequence: bytes.loadUnaligned(fromByteOffset: slotStart + 8, as: Int64.self),
                author: text(slotStart + 16, invocationSize - 16),
                bot: text(bot * botSize + 1, botSize - 1))
            return (bytes[slotStart] == 2, crash)
        }
        // A crash after a suspension does not identify its invocation; each running one of the bot is then reported.
        let certain = Set(found.filter(\.isCertain).map(\.crash.bot))
        return found.filter { $0.isCertain || !certain.contains($0.crash.bot) }.map(\.crash)
    }
}
