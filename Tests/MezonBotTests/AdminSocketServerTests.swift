import Foundation
import Logging
import MezonModel
import MezonTesting
import Testing

@testable import MezonBot

struct AdminSocketServerTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Asks as commands do, from a thread of its own: it blocks.
    private func ask(_ request: AdminRequest, in folder: String) async throws -> AdminReply {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try AdminClient(folder: folder).ask(request) }) }.start()
        }
    }

    private func listening(_ folder: String, _ body: () async throws -> Void) async throws {
        let socket = AdminSocketServer(folder: folder, health: HealthMonitor(startedAt: .distantPast), logger: Self.logger) {
            request in
            AdminReply(["\(request)"], isRefused: request == .reload)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await socket.run() }
            try await socket.waitUntilListening()
            try await body()
            group.cancelAll()
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["short", String(repeating: "long", count: 50)])
    func `a request gets its answer, wherever the folder is`(name: String) async throws {
        let parent = try TemporaryDirectory()
        let folder = parent.path + "/" + name
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await listening(folder) {
            #expect(try await ask(.health, in: folder) == AdminReply(["health"]))
            #expect(try await ask(.reload, in: folder) == AdminReply(["reload"], isRefused: true))
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/control.sock")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `without a house there is a sentence`() async throws {
        let folder = try TemporaryDirectory()
        await #expect(throws: AdminSocketError.notThere(folder: folder.path)) { try await ask(.health, in: folder.path) }
    }
}
