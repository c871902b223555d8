import BotKit
import Foundation

/// A bot that reports who has been silent: `*supervise every weekday at 9:30` in a channel lists there, at these times, who of the
/// team has written nothing in the channel that day and is in no voice room, and which of them are online. `*supervise now` and
/// `*supervise off`.
struct Supervision: Bot {
    struct Options: BotOptions {
        /// The role of the team; if zero, all members but applications.
        var team: RoleID = 0
        /// The roles that may use the commands.
        var supervisors: [RoleID] = []
        /// The channel of the reports; if zero, the channel that is supervised.
        var reports: ChannelID = 0
    }

    static let manifest = Manifest(
        "supervision", "Reports who has been silent: *supervise every weekday at 9:30.", needs: [.reply, .send, .schedule])
    private static let maxShown = 50
    private static let maxPages = 20  // Of 100 members or messages. Beyond it the report says that it is incomplete.
    let options: Options

    private var audience: Audience { .roles(options.supervisors) }

    var commands: [Command<Self>] {
        Command("supervise", "Report who is silent", vi: "Báo ai chưa lên tiếng", for: audience, follows: false) {
            (context, every: Every) in
            let job = try await context.schedule.recurring("silent-\(context.channel)", every)
            return [job, .reply(context.say("I report who is silent here.", vi: "Tôi sẽ báo ai chưa lên tiếng ở đây."))]
        }
        Command("supervise off", "End the reports", vi: "Thôi báo", for: audience, follows: false) { context in
            [context.schedule.cancel("silent-\(context.channel)"), .reply(context.say("No more reports.", vi: "Tôi thôi báo."))]
        }
        Command("supervise now", "Report at once", vi: "Báo ngay", for: audience, follows: false) { context in
            [.reply(try await report(context))]
        }
    }

    func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
        guard event.occurrence != nil else { return [] }
        return [.send(try await report(context), to: options.reports.isNone ? nil : options.reports)]
    }

    private func report(_ context: Context) async throws -> Draft {
        let (team, isWholeTeam) = try await team(context)
        let (speakers, names, isWholeDay) = try await speakers(context)
        let present = Set(try await context.voiceChannels().flatMap(\.users)).union(speakers)
        let silent = team.filter { !present.contains($0) }
        let online = try await context.onlineMembers()
        guard !silent.isEmpty else { return context.say("Everyone was heard today.", vi: "Hôm nay ai cũng lên tiếng.") }
        let count = "\(silent.count)/\(team.count)"
        return Text {
            context.words("Silent today (\(count)):", vi: "Hôm nay chưa lên tiếng (\(count)):")
            for user in silent.prefix(Self.maxShown) {
                " "
                Mention(user, name: names[user] ?? "")
                if online.contains(user) { context.words(" (online)", vi: " (trực tuyến)") }
            }
            if silent.count > Self.maxShown { " +\(silent.count - Self.maxShown)" }
            if !isWholeTeam || !isWholeDay { context.words(" (incomplete)", vi: " (chưa đủ)") }
        }.draft
    }

    /// Returns the team, and whether it is complete.
    private func team(_ context: Context) async throws -> ([UserID], Bool) {
        var team: [UserID] = []
        var cursor: Cursor?
        for _ in 0..<Self.maxPages {
            let page = try await context.get(.members, after: cursor, limit: 100)
            team += page.items.filter { !$0.isBot && $0.user != context.me }
                .filter { options.team.isNone || $0.roles.contains(options.team) }.map(\.user)
            cursor = page.next
            if cursor == nil { return (team, true) }
        }
        return (team, false)
    }

    /// Returns the users who have written in the channel today, the names of its latest authors, and whether the whole day was read.
    private func speakers(_ context: Context) async throws -> (Set<UserID>, [UserID: String], Bool) {
        var zoned = Calendar(identifier: .gregorian)
        zoned.timeZone = context.timeZone
        let morning = zoned.startOfDay(for: context.now)
        var (speakers, names): (Set<UserID>, [UserID: String]) = ([], [:])
        var cursor: Cursor?
        for _ in 0..<Self.maxPages {
            let page = try await context.get(.messages, after: cursor, limit: 100)
            for message in page.items {
                if names[message.author] == nil { names[message.author] = message.authorName }
                if message.saidAt >= morning { speakers.insert(message.author) }
            }
            cursor = page.next
            if cursor == nil || page.items.last.map({ $0.saidAt < morning }) == true { return (speakers, names, true) }
        }
        return (speakers, names, false)
    }
}
