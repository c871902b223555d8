import BotKit
import Foundation

/// A bot that remembers who first posted a link in a channel and says so when it is posted again: `*links`.
struct Links: Bot {
    struct Options: BotOptions {
        /// Records links without responding.
        var isSilent = false
        /// The number of days for which a link is remembered.
        var days = 30
    }

    struct StoredLink: Codable, Sendable {
        var link: String
        var user: UserID
        var name: String
        var message: MessageID
        var at: Date
        /// The number of times the link was posted again.
        var again = 0
    }

    /// The links of a channel, in the order of their first posts.
    struct State: BotState { var found: [StoredLink] = [] }

    static let manifest = Manifest("links", "Shows who posted a link before: *links.", needs: [.reply])
    private static let maximum = 300  // Within the state size of a channel; the oldest is dropped first.
    let options: Options

    var commands: [Command<Self>] {
        Command("links", "Show the newest links of this channel", vi: "Xem các liên kết mới nhất của kênh") { context in
            let found = try await context.state(.channel).value.found.suffix(10).reversed()
            guard !found.isEmpty else { return [.reply(context.say("No links yet.", vi: "Chưa có liên kết nào."))] }
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
            state.found.removeFirst(max(0, state.found.count - Self.maximum))
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
