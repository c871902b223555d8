import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Storage

/// The sources of the screens.
struct ConsoleContext: Sendable {
    let access: ConsoleAccess
    /// The bots of the build.
    let registry: BotRegistry

    var reader: JournalReader { access.reader }
    /// The time zone of displayed times.
    var zone: TimeZone { access.configuration().configuration.bot.timeZone }

    /// The names of channels and clans, with those of the active configuration.
    func names() async throws -> ChannelNameResolver {
        ChannelNameResolver(
            channels: try await reader.channels(), clans: try await reader.clans(),
            names: access.configuration().configuration.names)
    }

    /// The status of the application.
    ///
    /// - Throws: `ScreenError.refused`.
    func status() async throws -> StatusReport {
        let reply = await access.ask(.health)
        guard let status = reply.health else { throw ScreenError.refused(reply.lines) }
        return status
    }
}

/// The reason why a screen cannot be shown.
enum ScreenError: Error, Equatable {
    case notFound
    /// The request contains a value that nothing corresponds to, with the reason.
    case invalid(String)
    case refused([String])
}
