import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import RuleEngine
import Storage

/// The sources of the screens.
struct ConsoleContext: Sendable {
    let access: ConsoleAccess
    /// The bots of the build.
    let registry: BotRegistry
    /// The clans of the session for which the screens are built.
    var scope = ClanScope.everything

    /// The context of a session that sees some clans.
    func scoped(to scope: ClanScope) -> ConsoleContext {
        var context = self
        context.scope = scope
        return context
    }

    /// The entries and deliveries that the session sees.
    func places() async throws -> VisiblePlaces {
        try await reader.places(in: scope, rules: access.configuration().rules.listing)
    }

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
