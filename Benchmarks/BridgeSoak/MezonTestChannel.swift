import AsyncSupport
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonBotApp
import MezonClient
import MezonTestGateway
import Synchronization

/// A channel of a second test gateway, which the bot joins with another account. The gateway keeps its messages in memory, so an outage is
/// one of the account's connection: others go on speaking.
final class MezonTestChannel: RemoteTestChannel {
    private static let clan: ClanID = 1_900_000_000_000_000_002
    private static let bridge: UserID = 1_900_000_000_000_000_111
    private static let person: UserID = 1_900_000_000_000_000_211
    private static let room = Channel(id: 1_900_000_000_000_002_000, clan: clan, label: "room")
    private static let refusedAttempts = 3  // A few seconds without a connection.

    private let gateway: ChildProcess
    private let ready: ReadyFile
    private let speaker: ChatUser
    private let control: TestGatewayControlClient
    private let folder: TemporaryDirectory
    private let time: SystemTime
    private let isThere = AsyncGate()
    private let taken = Mutex<Set<Int>>([])
    let keepsHistory = true
    let knowsRepeats = true

    /// - Parameter lostAcks: The share of the account's acknowledgements that is lost.
    init(lostAcks: Double, time: SystemTime) async throws {
        self.time = time
        let folder = try TemporaryDirectory()
        self.folder = folder
        let seed = GatewaySeed(
            clans: [
                .init(
                    id: Self.clan, name: "Partner", owner: Self.person, members: [Self.bridge, Self.person],
                    channels: [.init(id: Self.room.id, label: Self.room.label)])
            ],
            people: [.init(id: Self.bridge, name: "bridge", isApp: true), .init(id: Self.person, name: "speaker")])
        let (seedFile, readyFile) = (folder.path + "/seed.json", folder.path + "/gateway.json")
        try JSONEncoder().encode(seed).write(to: URL(fileURLWithPath: seedFile))
        let gateway = try ChildProcess(
            "mezon-bot", ["gateway", "--seed", seedFile, "--ready-file", readyFile], log: folder.path + "/gateway.log")
        self.gateway = gateway
        let ready = try await SoakEnvironment.ready(readyFile, "the second gateway", gateway, time)
        self.ready = ready
        func token(_ name: String) -> String { ready.accounts.first { $0.name == name }?.token ?? "" }
        guard let endpoint = GatewayEndpoint(ready.gateway) else {
            throw SoakEnvironment.Failure.notReady("the second gateway", log: gateway.log)
        }
        try token("bridge").write(toFile: folder.path + "/token", atomically: true, encoding: .utf8)
        speaker = ChatUser(
            endpoint: endpoint, credentials: Credentials(appID: "\(Self.person)", token: Secret(token("speaker"))), time: time,
            logger: Logger(label: "speaker") { _ in SwiftLogNoOpLogHandler() })
        control = TestGatewayControlClient(url: ready.control ?? "", time: time)
        try await control.post(
            "/faults", #"{"kind":"lose_ack","on":"channel_message_send","account":"bridge","probability":\#(lostAcks)}"#)
    }

    /// Ends the gateway.
    func end() { gateway.end() }

    var section: String {
        """
        connections:
          net:
            mezon: { gateway: "\(ready.gateway)", id: "\(Self.bridge)", token: "${file:\(folder.path)/token}", per_second: 100000 }
            channels: { room: "\(Self.room.id)" }
        """
    }

    var said: Set<Int> { taken.withLock { $0 } }

    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.speaker.run() }
            while let event = await speaker.next() { if case .ready = event { isThere.open() } }
        }
    }

    func waitUntilThere() async throws { try await isThere.waitUntilOpen() }

    func waitForBot() async throws {
        struct Account: Decodable { let connections: Int }
        while true {
            let state = try await control.post("/accounts", #"{"name":"bridge"}"#)
            if try JSONDecoder().decode(Account.self, from: Data(state)).connections > 0 { return }
            try await time.sleep(for: .milliseconds(20))
        }
    }

    /// Breaks the account's connection and refuses the next ones.
    func kill() async {
        do {
            try await control.post(
                "/faults", #"{"kind":"refuse","on":"upgrade","account":"bridge","times":\#(Self.refusedAttempts)}"#)
            try await control.post("/disconnect", #"{"account":"bridge"}"#)
        } catch {
            preconditionFailure("the second gateway does not answer: \(error)")
        }
    }

    func restart() async throws {}

    func say(_ text: String) async throws {
        try await speaker.say(text, in: Self.room)
        if let number = text.split(separator: " ").last.flatMap({ Int($0) }) { taken.withLock { _ = $0.insert(number) } }
    }

    func heard() async throws -> [String] {
        try await speaker.history(of: Self.room).filter { $0.author.id == Self.bridge }.map(\.text)
    }
}
