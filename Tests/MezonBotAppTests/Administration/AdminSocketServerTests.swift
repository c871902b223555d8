import BotTesting
import ChatModel
import Foundation
import Logging
import Testing

@testable import MezonBotApp

#if canImport(Glibc)
    import Glibc
#endif

struct AdminSocketServerTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func ask(_ request: AdminRequest, in folder: String) async throws -> AdminReply {
        try await AdminClient(folder: folder).answer(to: request)
    }

    private func listening(_ folder: String, _ body: () async throws -> Void) async throws {
        let socket = AdminSocketServer(folder: folder, health: HealthMonitor(startedAt: .distantPast), logger: Self.logger) {
            request in
            let text = request == .sweep ? String(repeating: "long ", count: 1 << 20) : "\(request)"
            return AdminReply([text], isRefused: request == .reload())
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await socket.run() }
            try await socket.waitUntilListening()
            try await body()
            group.cancelAll()
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["short", String(repeating: "long", count: 50)])
    func `an admin request is answered for short and long data directory paths`(name: String) async throws {
        let parent = try TemporaryDirectory()
        let folder = parent.path + "/" + name
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await listening(folder) {
            #expect(try await ask(.health, in: folder) == AdminReply(["health"]))
            #expect(try await ask(.reload(), in: folder) == AdminReply(["\(AdminRequest.reload())"], isRefused: true))
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/control.sock")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `an admin request without a running bot throws notThere`() async throws {
        let folder = try TemporaryDirectory()
        await #expect(throws: AdminSocketError.notThere(folder: folder.path)) { try await ask(.health, in: folder.path) }
    }

    /// Opens a connection that sends nothing by itself.
    private func connection(in folder: String) throws -> Int32 {
        let socket = AdminLineCodec.socket()
        #expect(try AdminSocketAddress(in: folder).connect(socket))
        return socket
    }

    @Test(.timeLimit(.minutes(5)))
    func `silent and slow clients do not block other admin requests`() async throws {
        let folder = try TemporaryDirectory()
        try await listening(folder.path) {
            let silent = try connection(in: folder.path)
            let slow = try connection(in: folder.path)
            for _ in 0..<3 {
                #expect(send(slow, " ", 1, Int32(MSG_NOSIGNAL)) == 1)
                #expect(try await ask(.health, in: folder.path) == AdminReply(["health"]))
            }
            for socket in [silent, slow] { close(socket) }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `when all admin connections are taken, the longest waiting client is closed`() async throws {
        let folder = try TemporaryDirectory()
        try await listening(folder.path) {
            let sockets = try (0..<40).map { _ in try connection(in: folder.path) }
            #expect(try await ask(.health, in: folder.path) == AdminReply(["health"]))
            var byte: UInt8 = 0
            #expect(recv(sockets[0], &byte, 1, 0) <= 0)
            for socket in sockets { close(socket) }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `clients that do not read their reply do not block other admin requests`() async throws {
        let folder = try TemporaryDirectory()
        try await listening(folder.path) {
            let sockets = try (0..<4).map { _ in try connection(in: folder.path) }
            for socket in sockets {
                #expect(
                    AdminLineCodec.write(Array(try JSONEncoder().encode(AdminRequest.sweep)), to: socket, within: .seconds(5)))
            }
            #expect(try await ask(.health, in: folder.path) == AdminReply(["health"]))
            for socket in sockets { close(socket) }
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["nonsense\n", "{\"health\":7}\n"])
    func `an unreadable admin request is rejected with a message`(line: String) async throws {
        let folder = try TemporaryDirectory()
        try await listening(folder.path) {
            let socket = try connection(in: folder.path)
            #expect(AdminLineCodec.write(Array(line.utf8.dropLast()), to: socket, within: .seconds(5)))
            let answer = try await withCheckedThrowingContinuation { continuation in
                Thread { continuation.resume(returning: AdminLineCodec.read(from: socket, limit: 4096, within: .seconds(5))) }
                    .start()
            }
            #expect(answer.map { String(decoding: $0, as: UTF8.self) }?.contains("unknown request") == true)
            close(socket)
        }
    }
}
