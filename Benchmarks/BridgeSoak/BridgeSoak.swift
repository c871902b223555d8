import ArgumentParser
import BotKit
import BotTesting
import ChatModel
import MezonBotApp

/// Relays between Mezon and a real server of another network while both the bot and the server are killed repeatedly.
struct BridgeSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bridge",
        abstract:
            "Kill bot and server repeatedly; count lost and duplicate messages.",
        discussion: """
            Requires ngircd, inspircd or Synapse (Scripts/synapse). Where the server keeps history (all but ngircd), messages sent \
            while the bot is away must arrive afterwards; with ngircd, users send only while the bot is in the channel, as other messages \
            cannot be recovered. InspIRCd keeps its history in memory, so no server is killed before the bot has returned to the channel. \
            The server mezon is a second gateway that the bot logs in to with another account; instead of the gateway, the connection of \
            that account is broken and refused for a few seconds.
            """)

    enum Server: String, ExpressibleByArgument { case ngircd, inspircd, synapse, mezon }

    @Option(help: "Server: ngircd, inspircd, synapse or mezon.")
    var server = Server.inspircd
    @Option(help: "Messages in each direction.")
    var messages = 1000
    @Option(help: "Number of times that the bot is killed with SIGKILL.")
    var kills = 5
    @Option(help: "Number of times that the server is killed with SIGKILL; it restarts after three seconds.")
    var outages = 5
    @Option(help: "Messages per second in each direction.")
    var perSecond = 100
    @Option(help: "Share of Mezon's acknowledgements that is lost, on both sides if the server is mezon.")
    var lostAcks = 0.01
    @Option(help: "Random seed.")
    var seed: UInt64 = 1

    func validate() throws {
        guard messages > 0, kills >= 0, outages >= 0, perSecond > 0 else {
            throw ValidationError("--messages and --per-second must be at least 1, the other numbers at least 0")
        }
    }

    func run() async throws {
        let time = SystemTime()
        switch server {
        case .synapse:
            guard SynapseProcess.python != nil else { throw ValidationError(SynapseProcess.isMissing) }
            let program = try SynapseProcess()
            try await program.start()
            try await MatrixTestUser.with("speaker", at: program.address) { speaker in
                try await MatrixTestUser.with("bridge", at: program.address) { bot in
                    try await bridge(to: MatrixTestRoom(program, speaker, bot: bot, time: time), time)
                }
            }
        case .mezon:
            let room = try await MezonTestChannel(lostAcks: lostAcks, time: time)
            defer { room.end() }
            try await bridge(to: room, time)
        case .ngircd, .inspircd:
            let kind = server == .ngircd ? IRCServerProcess.Kind.ngircd : .inspircd
            guard IRCServerProcess.path(of: kind) != nil else { throw ValidationError("\(server.rawValue) is not installed") }
            let program = try IRCServerProcess(kind)
            try await program.start()
            try await bridge(to: IRCTestChannel(program, time: time), time)
        }
    }

    private func bridge(to room: some RemoteTestChannel, _ time: SystemTime) async throws {
        let environment = try await SoakEnvironment(channels: 1, rules: "[]", sections: sections(room))
        var isGood = false
        defer { environment.tearDown(keepingFiles: !isGood) }
        try await environment.fault(
            #"{"kind":"lose_ack","on":"channel_message_send","account":"bot","probability":\#(lostAcks)}"#)
        let person = try environment.asker()
        let outcome = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await person.run() }
            group.addTask { try await room.run() }
            try await NumberedQuestions.untilReady(person)
            group.addTask { while await person.next() != nil {} }
            try await room.waitUntilThere()
            var bot = try await environment.startBot()
            try await room.waitForBot()
            let pause = Duration.seconds(1) / perSecond
            let mezonSender = Task { [messages, channel = environment.channels[0]] in
                for number in 0..<messages {
                    _ = try await person.carryOut(.send(Draft("mezon \(number)"), answering: nil, topic: 0), in: channel)
                    try await time.sleep(for: pause)
                }
            }
            let remoteSender = Task { [messages] in
                for number in 0..<messages {
                    try await room.say("remote \(number)")
                    try await time.sleep(for: pause)
                }
            }
            var random = SplitMix64(seed: seed)
            var faults = Array(repeating: true, count: kills) + Array(repeating: false, count: outages)
            faults.shuffle(using: &random)
            let interval = Double(messages) / Double(perSecond) / Double(faults.count + 1)
            for isBotKill in faults {
                try await time.sleep(for: .seconds(interval * Double.random(in: 0.5...1, using: &random)))
                if isBotKill {
                    bot.kill()
                    try await time.sleep(for: .milliseconds(500))
                    bot = try await environment.startBot()
                } else {
                    // An IRC server's history ends with its process, so a bot that is still away could not recover it.
                    try await room.waitForBot()
                    await room.kill()
                    try await time.sleep(for: .seconds(3))
                    // The listening client must be connected before the bot, or it would miss messages.
                    bot.freeze()
                    try await room.restart()
                    bot.thaw()
                }
            }
            try await mezonSender.value
            try await remoteSender.value
            // Reconnecting may take longer than the time without progress after which the outcome is final.
            try await room.waitForBot()
            let outcome = try await settled(room, person, environment.channels[0], time)
            bot.end()
            group.cancelAll()
            return outcome
        }
        print(
            """
            \(server.rawValue): \(messages) messages each way at \(perSecond)/s; bot killed \(kills) times, server \(outages) times
            Mezon to \(server.rawValue): \(outcome.toRemote)
            \(server.rawValue) to Mezon: \(outcome.toMezon)
            """)
        // The maximum number of messages that IRC may lose or repeat: those in transit at a crash.
        let bound = 64 * kills + 32 * outages
        // A server acknowledges a line on one socket and shows it on another; killed between the two, it takes the line with it. Only
        // history could show it afterwards.
        let lostWithServer = room.keepsHistory ? 0 : outages
        isGood =
            outcome.toRemote.lost <= lostWithServer && outcome.toRemote.outOfOrder == 0
            && outcome.toRemote.duplicates <= (room.knowsRepeats ? 0 : bound)
            && outcome.toMezon.duplicates == 0 && outcome.toMezon.outOfOrder == 0
            && outcome.toMezon.lost <= (room.keepsHistory ? 0 : bound)
        guard isGood else { throw ExitCode.failure }
    }

    private func sections(_ room: some RemoteTestChannel) -> String {
        """
        \(room.section)
        relays:
          both: { between: [c0, room] }
        """ + "\n"
    }

    private struct Outcome {
        var toRemote: Transfer
        var toMezon: Transfer
        var missing: Int { toRemote.lost + toMezon.lost }
        var isComplete: Bool { missing == 0 }
    }

    /// The result for the numbers 0..<sent in one direction.
    private struct Transfer: CustomStringConvertible {
        var sent: Int
        var lostNumbers: [Int]
        var duplicates: Int
        var outOfOrder: Int

        init(_ numbers: [Int], of sent: Set<Int>) {
            self.sent = sent.count
            lostNumbers = sent.subtracting(numbers).sorted()
            duplicates = numbers.count - Set(numbers).count
            outOfOrder = 0
            var seen: Set<Int> = []
            var highest = -1
            for number in numbers where seen.insert(number).inserted {
                if number < highest { outOfOrder += 1 }
                highest = max(highest, number)
            }
        }

        var lost: Int { lostNumbers.count }

        var description: String {
            let shown = lostNumbers.prefix(10).map(String.init).joined(separator: " ")
            let numbers = lost == 0 ? "" : " (\(shown)\(lost > 10 ? " …" : ""))"
            return "sent \(sent), lost \(lost)\(numbers), duplicates \(duplicates), out of order \(outOfOrder)"
        }
    }

    /// Returns the outcome once it stops improving. A lost acknowledgement takes ten seconds to recover.
    private func settled(_ room: some RemoteTestChannel, _ person: ChatUser, _ channel: Channel, _ time: SystemTime) async throws
        -> Outcome
    {
        var outcome = try await outcome(room, person, channel)
        var limit = time.uptime + .seconds(30)
        while time.uptime < limit, !outcome.isComplete {
            try await time.sleep(for: .seconds(1))
            let next = try await self.outcome(room, person, channel)
            if next.missing < outcome.missing { limit = time.uptime + .seconds(30) }
            outcome = next
        }
        try await time.sleep(for: .seconds(2))  // A second copy would arrive within this time.
        return try await self.outcome(room, person, channel)
    }

    private func outcome(_ room: some RemoteTestChannel, _ person: ChatUser, _ channel: Channel) async throws -> Outcome {
        let shown = try await person.history(of: channel).compactMap { $0.text.number(after: "speaker: remote ") }
        // The author's name is shown differently on IRC and on Matrix.
        let heard = try await room.heard().compactMap {
            $0.number(after: "<asker> mezon ") ?? $0.number(after: "asker: mezon ")
        }
        return Outcome(toRemote: Transfer(heard, of: Set(0..<messages)), toMezon: Transfer(shown, of: room.said))
    }
}

extension IRCServerProcess.Kind: ExpressibleByArgument {}

extension String {
    fileprivate func number(after prefix: String) -> Int? { hasPrefix(prefix) ? Int(dropFirst(prefix.count)) : nil }
}
