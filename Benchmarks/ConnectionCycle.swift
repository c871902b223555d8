import ArgumentParser
import ChatModel
import Foundation
import Logging
import MezonBotApp
import MezonClient

/// Runs the client stack through a bot's operations at a third-party gateway and prints the result of each step.
struct ConnectionCycle: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cycle",
        abstract: "Exercise all bot operations at a third-party gateway.",
        discussion: "Credentials come from MEZON_BOT_ID and MEZON_BOT_TOKEN. The command waits for a message that contains *ping."
    )

    @Option(help: "URL of the gateway.")
    var gateway: String
    @Option(help: "Time limit in seconds.")
    var limit = 40

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let endpoint = GatewayEndpoint(gateway), let id = environment["MEZON_BOT_ID"],
            let token = environment["MEZON_BOT_TOKEN"]
        else { throw ValidationError("--gateway must be a URL; MEZON_BOT_ID and MEZON_BOT_TOKEN must be set") }
        let time = SystemTime()
        let person = ChatUser(
            endpoint: endpoint, credentials: Credentials(appID: id, token: Secret(token)), time: time,
            logger: Logger(label: "cycle") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await person.run() }
            group.addTask {
                try await time.sleep(for: .seconds(limit))
                throw ValidationError("the time limit of \(limit) seconds was exceeded")
            }
            group.addTask { try await go(person) }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Reads and answers in separate tasks, because the acknowledgement of an answer arrives behind unread events.
    private func go(_ person: ChatUser) async throws {
        var channel: Channel?
        var hasBeenLost = false
        try await withThrowingTaskGroup(of: Void.self) { answers in
            reading: while let inflow = await person.next() {
                switch inflow {
                case .events(let arrivals):
                    for case .message(let message) in arrivals.map(\.event) where message.text.contains("*ping") && channel == nil
                    {
                        print("heard: \(message.text)")
                        let place = Channel(id: message.channel, clan: message.clan, label: message.channelLabel)
                        channel = place
                        answers.addTask { try await answer(person, message, place) }
                    }
                case .lost(let reason) where channel != nil:
                    print("lost: \(reason)")
                    hasBeenLost = true
                case .ready where hasBeenLost:
                    print("back: joined again")
                    break reading
                case .connecting, .ready, .clanJoined, .lost, .session: break
                }
            }
            try await answers.waitForAll()
        }
        if let channel { print("answered again: \(try await person.say("still here", in: channel))") }
    }

    private func answer(_ person: ChatUser, _ message: Message, _ channel: Channel) async throws {
        let answer = try await person.carryOut(.send("pong 😀", answering: Reference(to: message), topic: 0), in: channel)
        print("answered: \(answer)")
        print("edited: \(try await person.carryOut(.edit(answer, "edited pong", topic: 0), in: channel))")
        print(
            "reacted: \(try await person.carryOut(.react(":smile:", message: message.id, author: message.author.id), in: channel))"
        )
        print("deleted: \(try await person.carryOut(.delete(answer, topic: 0), in: channel))")
    }
}
