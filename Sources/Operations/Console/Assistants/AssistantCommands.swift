import BotConfiguration
import ChatModel
package import Foundation
import ModelContextServer

/// The program whose commands the tools of assistants run, and the bot that they work with.
package struct AssistantCommands: Sendable {
    private let program: URL
    private let configuration: String
    private let data: String

    /// - Parameters:
    ///   - program: The executable.
    ///   - configuration: The path of the configuration.
    ///   - data: The path of the data directory.
    package init(program: URL, configuration: String, data: String) {
        self.program = program
        self.configuration = configuration
        self.data = data
    }

    /// Commands of this executable.
    package init(configuration: String, data: String) {
        self.init(program: CommandRunner.thisProgram, configuration: configuration, data: data)
    }

    /// - Parameter limits: The limits of the commands of all assistants together.
    func runner(_ limits: CommandRunner.Limits, time: any TimeSource) -> CommandRunner {
        CommandRunner(program: program, limits: limits, time: time)
    }

    /// The start of a conversation with an assistant, which is offered what its settings permit.
    func session(for assistant: AssistantSettings, version: String) -> ServerSession {
        ServerSession(
            .program(version: version), tools: ServerTool.offered(allowingChanges: assistant.allowsChanges),
            resources: ServerResource.all,
            target: CommandTarget(
                configuration: configuration, data: data, clans: assistant.clans.map { $0.sorted().map { "\($0)" } },
                assistant: assistant.name))
    }
}
