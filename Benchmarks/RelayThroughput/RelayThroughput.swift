import ArgumentParser
import BotTesting
import ChatModel
import Foundation
import MezonBotApp

/// Measures the time from sending a message in one place to receiving its copy in another, with everything durable in between.
struct RelayThroughput: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passing",
        abstract: "Measure the throughput and latency of IRC relays.",
        discussion: """
            Requires ngircd or inspircd. Each figure is compared with the same without a relay, from one client of the IRC server \
            to another. Fails if a message is lost or out of order.
            """)

    @Option(help: "Server: ngircd or inspircd.")
    var server = IRCServerProcess.Kind.ngircd
    @Option(help: "Messages at full speed.")
    var messages = 20_000
    @Option(help: "Messages at 200 per second, for the latency.")
    var paced = 2_000
    @Option(help: "Messages in flight.")
    var window = 512

    func validate() throws {
        guard messages > 0, paced > 0, window > 0 else { throw ValidationError("all numbers must be at least 1") }
    }

    func run() async throws {
        guard IRCServerProcess.path(of: server) != nil else { throw ValidationError("\(server.rawValue) is not installed") }
        let irc = try IRCServerProcess(server)
        try await irc.start()
        let stage = try await SoakEnvironment(channels: 1, rules: "[]", sections: sections(irc.port))
        var isGood = false
        defer { stage.tearDown(keepingFiles: !isGood) }
        let time = SystemTime()
        let person = try stage.asker()
        let scene = ThroughputScenario(port: irc.port, person: person, channel: stage.channels[0], time: time)
        let rows = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await person.run() }
            group.addTask { try await scene.run() }
            try await NumberedQuestions.untilReady(person)
            group.addTask { await scene.listenOnMezon() }
            try await scene.waitUntilThere()
            let bot = try await stage.startBot()
            try await scene.waitForBot()
            var rows: [ThroughputRow] = []
            for way in ThroughputDirection.allCases {
                rows.append(try await scene.measure(way, messages: messages, paced: paced, window: window, bot: bot))
                print(rows.count == 1 ? "\(ThroughputRow.heading)\n\(rows[0].line)" : rows[rows.count - 1].line)
            }
            bot.end()
            group.cancelAll()
            return rows
        }
        isGood = rows.allSatisfy { $0.lost == 0 && $0.outOfOrder == 0 }
        guard isGood else { throw ExitCode.failure }
    }

    private func sections(_ port: Int) -> String {
        """
        connections:
          net:
            irc: { host: 127.0.0.1, port: \(port), tls: off, nick: bridge, rate_limit: { burst: 100000, every: 1s } }
            channels: { one: "#one", two: "#two", three: "#three", four: "#four" }
        relays:
          rooms: { from: one, to: two }
          out: { from: c0, to: three }
          in: { from: four, to: c0 }
        """ + "\n"
    }
}
