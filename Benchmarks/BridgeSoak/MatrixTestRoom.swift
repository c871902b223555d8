import BotTesting
import ChatModel
import ConnectorKit
import Foundation
import Matrix
import Synchronization

/// A room of a local Synapse. Messages are sent again under the same id until they are accepted; received ones are read from the room's
/// history.
final class MatrixTestRoom: RemoteTestChannel {
    private let server: SynapseProcess
    private let speaker: MatrixTestUser
    private let bot: MatrixTestUser
    private let room: String
    private let secrets: TemporaryDirectory
    private let time: SystemTime
    private let taken = Mutex<Set<Int>>([])
    let keepsHistory = true
    let knowsRepeats = true

    init(_ server: SynapseProcess, _ speaker: MatrixTestUser, bot: MatrixTestUser, time: SystemTime) async throws {
        self.server = server
        self.speaker = speaker
        self.bot = bot
        self.time = time
        room = try await speaker.makeRoom("room")
        secrets = try TemporaryDirectory()
        try bot.token.reveal().write(toFile: secrets.path + "/token", atomically: true, encoding: .utf8)
    }

    var section: String {
        """
        connections:
          net:
            matrix: { server: "\(server.address)", token: "${file:\(secrets.path)/token}" }
            channels: { room: "#room:localhost" }
        """
    }

    var said: Set<Int> { taken.withLock { $0 } }

    func run() async throws {}
    func waitUntilThere() async throws {}

    func waitForBot() async throws {
        while try await !speaker.members(of: room).contains(bot.id) { try await time.sleep(for: .milliseconds(20)) }
    }

    func kill() async { server.kill() }
    func restart() async throws { try await server.start() }

    func say(_ text: String) async throws {
        try await speaker.say(text, in: room)
        if let number = text.split(separator: " ").last.flatMap({ Int($0) }) { taken.withLock { _ = $0.insert(number) } }
    }

    func heard() async throws -> [String] {
        try await speaker.messages(in: room, by: bot.id).compactMap { $0["body"]?.string }
    }
}
