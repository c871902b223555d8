import BotKit
import Foundation

/// Remembers who posted which link first in a channel, and says so when it comes again: `*links`.
struct Links: Bot {
    struct Options: BotOptions {
        /// Remembers, and says nothing by itself.
        var isSilent = false
        /// How long a link is remembered.
        var days = 30
    }

    struct StoredLink: Codable, Sendable {
        var link: String
        var user: UserID
        var name: String
        var message: MessageID
        var at: Date
        /// How often it came again.
        var again = 0
    }

    /// In the order in which they came.
    struct State: BotState { var found: [StoredLink] = [] }

    static let manifest = Manifest("links", "Says who posted a link before: *links.", needs: [.reply])
    private static let most = 300  // What one channel's memory bears; the oldest goes first.
    let options: Options

    var commands: [Command<Self>] {
        Command("links", "Shows the newest links of this channel", vi: "Xem các liên kết mới nhất của kênh") { context in
            let found = try await context.state(.channel).value.found.suffix(10).reversed()
            guard !found.isEmpty else { return [.reply(context.say("There are none yet.", vi: "Chưa có liên kết nào."))] }
            let lines = found.map { "• \($0.link) (\($0.name)\($0.again > 0 ? ", +\($0.again)" : ""))" }
            return [.reply(Draft(lines.joined(separator: "\n")))]
        }
    }

    func precheck(_ message: Message) -> Verdict {
        message.text.contains("://") ? .pass : .skip("has no link")
    }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
        let links = LinkNormalizer.all(in: message.text)
        guard !links.isEmpty else { return [] }
        let name = message.author.name.prefix(bytes: 60)
        let known = try await context.state(.channel).update { state in
            state.found.removeAll { context.now.timeIntervalSince($0.at) > Double(options.days) * 86_400 }
            var known: [StoredLink] = []
            for link in links {
                if let index = state.found.firstIndex(where: { $0.link == link }) {
                    state.found[index].again += 1
                    if state.found[index].user != message.author.id { known.append(state.found[index]) }
                } else {
                    state.found.append(
                        StoredLink(link: link, user: message.author.id, name: name, message: message.id, at: context.now))
                }
            }
            state.found.removeFirst(max(0, state.found.count - Self.most))
            return known
        }
        guard !options.isSilent, !known.isEmpty else { return [] }
        let lines = known.map { first in
            let address = first.message.address(in: context.channel, of: context.clan)
            return context.words("already posted by \(first.name): \(address)", vi: "\(first.name) đã đăng trước: \(address)")
        }
        return [.reply(Draft(lines.joined(separator: "\n")))]
    }
}
