import AsyncSupport
import BotTesting
import ChatModel
import Foundation
import Logging
import ServiceLifecycle
import Testing

@testable import MezonBotApp

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.timeLimit(.minutes(15)))
struct ServiceManagerTests {
    @Test(arguments: [
        [:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "relative"],
        ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 107)],
    ])
    func `without a usable socket there is no service manager`(environment: [String: String]) {
        #expect(ServiceManager(environment: environment, processID: 7) == nil)
    }

    @Test(arguments: [
        (["WATCHDOG_USEC": "60000000"], Duration.seconds(60)),
        (["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "7"], .seconds(60)),
        (["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "8"], nil), (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "-1"], nil),
        (["WATCHDOG_USEC": "soon"], nil), ([:], nil),
    ])
    func `the watchdog of this process is used`(environment: [String: String], timeout: Duration?) throws {
        let environment = environment.merging(["NOTIFY_SOCKET": "/run/x"]) { $1 }
        #expect(try #require(ServiceManager(environment: environment, processID: 7)).watchdogTimeout == timeout)
    }

    @Test func `readiness, life and the end are reported`() async throws {
        let folder = try TemporaryDirectory()
        let socket = try NotificationSocket(path: folder.path + "/notify")
        let environment = ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "60000000"]
        let manager = try #require(ServiceManager(environment: environment, processID: 7))
        let time = ManualTime()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let group = ServiceGroup(services: [ServiceManagerReporter(manager: manager, time: time)], logger: logger)
        async let run: Void = group.run()
        #expect(await socket.next() == "READY=1\nSTATUS=Running")
        for _ in 1...3 {
            await time.advanceToNextSleeper()
            #expect(await socket.next() == "WATCHDOG=1")
        }
        await group.triggerGracefulShutdown()
        try await run
        #expect(await socket.next() == "STOPPING=1\nSTATUS=Stopping")
    }

    @Test func `several bots are ready with the last one, stop with the last one, and one that fails delays none`() async throws {
        let folder = try TemporaryDirectory()
        let socket = try NotificationSocket(path: folder.path + "/notify")
        let managers = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": socket.path], processID: 7)).shared(by: 3)
        managers[0].report(.ready(status: "Running"))
        managers[1].report(.stopping)
        managers[1].reportFailure()
        managers[0].report(.ready(status: "Running"))
        managers[2].report(.ready(status: "Running all"))
        #expect(await socket.next() == "READY=1\nSTATUS=Running all")
        managers[0].report(.alive)
        #expect(await socket.next() == "WATCHDOG=1")
        for manager in managers { manager.report(.stopping) }
        #expect(await socket.next() == "STOPPING=1\nSTATUS=Stopping")
        managers[2].report(.alive)
        #expect(await socket.next() == "WATCHDOG=1")
    }

    @Test func `an abstract socket is reached`() async throws {
        let socket = try NotificationSocket(path: "@mezon-bot-test-\(UUID())")
        try #require(ServiceManager(environment: ["NOTIFY_SOCKET": socket.path], processID: 7)).report(.stopping)
        #expect(await socket.next() == "STOPPING=1\nSTATUS=Stopping")
    }

    @Test func `a manager that has gone is ignored`() throws {
        let folder = try TemporaryDirectory()
        try #require(ServiceManager(environment: ["NOTIFY_SOCKET": folder.path + "/none"], processID: 7)).report(.alive)
    }
}

/// The socket on which a service manager receives reports.
private final class NotificationSocket: Sendable {
    let path: String
    private let descriptor: Int32

    init(path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout.size(ofValue: address.sun_family) + bytes.count)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    /// Waits for the next report.
    func next() async -> String {
        await onDedicatedThread { [descriptor] in
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }
    }
}
