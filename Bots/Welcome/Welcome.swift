import BotKit
import Foundation

/// A bot that welcomes users who join the clan, at most once a day each.
struct Welcome: Bot {
    struct Options: BotOptions {
        /// The channel of the message; if zero, no one is welcomed.
        var channel: ChannelID = 0
        /// The text, in which `{name}` becomes a mention of the user. If empty, a default in the clan's language.
        var text = ""
    }

    /// The values that the clan's moderators may set instead of the options.
    struct Settings: BotSettings {
        var channel: ChannelID?
        var text = ""

        static var settings: [Setting<Self>] {
            Setting("channel", \.channel, "The channel of the message", vi: "Kênh gửi lời chào")
            Setting("text", \.text, "The message, with {name}", vi: "Lời chào, với {name}", length: 0...500)
        }
    }

    struct State: BotState { var welcomed: [UserID: Date] = [:] }

    static let manifest = Manifest("welcome", "Welcomes users who join the clan.", needs: [.send])
    let options: Options

    func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
        guard case .memberJoined(let joined) = event, let newcomer = joined.users.first else { return [] }
        let settings = try await context.settings
        let channel = settings.channel ?? options.channel
        guard !channel.isNone, try await context.channel(channel)?.clan == joined.clan else { return [] }
        let isNew = try await context.state(.clan).update { state in
            state.welcomed = state.welcomed.filter { context.now.timeIntervalSince($0.value) < 86_400 }
            guard state.welcomed[newcomer] == nil, state.welcomed.count < 2000 else { return false }  // A limit against raids.
            state.welcomed[newcomer] = context.now
            return true
        }
        let usual = context.words(
            "Welcome, {name}! *help shows what I can do.", vi: "Chào mừng {name}! Gõ *help để xem tôi làm được gì.")
        let given = settings.text.isEmpty ? options.text : settings.text
        let text = given.isEmpty ? usual.replacing("*help", with: context.prefix + "help") : given
        return isNew ? [.send(draft(text, for: newcomer, called: joined.username), to: channel)] : []
    }

    private func draft(_ text: String, for user: UserID, called username: String) -> Draft {
        let pieces = text.split(separator: "{name}", maxSplits: 1, omittingEmptySubsequences: false)
        guard pieces.count == 2 else { return Draft(text) }
        let name = "@\(username)"
        let start = pieces[0].utf16.count
        let mention = Mention(user: user, username: username, range: TextRange(start, start + name.utf16.count))
        return Draft(Content(pieces[0] + name + pieces[1]), mentions: [mention])
    }
}
