import ChatModel

/// Keeps what a bot reads and asks for because of an event among those who may read the event's place.
///
/// A bot's message elsewhere may repeat anything that the bot has read in that place, so all of them are refused.
struct DisclosureGuard: Sendable {
    private let event: Event
    private let invocation: InvocationContext
    private let runtime: BotRuntime
    private let writesDirectly: Bool

    /// - Parameter writesDirectly: A Boolean value that indicates whether the bot may write to users directly.
    init(_ event: Event, _ invocation: InvocationContext, _ runtime: BotRuntime, writesDirectly: Bool) {
        self.event = event
        self.invocation = invocation
        self.runtime = runtime
        self.writesDirectly = writesDirectly
    }

    /// Returns the error of an action that would be read by people who may not read the event's place; nil if it may be performed.
    func refusal(of action: Action) -> BotError? {
        switch action {
        case .send(_, let destination?): refusal(to: destination, of: runtime.channel(destination)?.clan ?? 0, action.kind)
        // Whoever did it can read the place.
        case .directMessage(_, let user), .ephemeral(_, let user):
            isPrivate && !isBarePress && (user != event.actor || user.isNone) ? .leavesPrivatePlace(action.kind) : nil
        // It is what the user asked for in the conversation itself.
        case .account(.closeConversation(let channel)):
            isPrivate && !isSamePlace(channel) ? .leavesPrivatePlace(action.kind) : nil
        case .account(.giveCoffee(let order)) where order.channel != event.channel:
            refusal(to: order.channel, of: runtime.channel(order.channel)?.clan ?? order.clan, action.kind)
        // The receiver reads the note, and the users of a room the title. Whoever did it can read the place.
        case .account(let action): isPrivate && action.user != event.actor ? .leavesPrivatePlace(action.kind) : nil
        case .resolved(let outgoing):
            refusal(to: outgoing.channel, of: runtime.channel(outgoing.channel)?.clan ?? 0, action.kind)
        case .schedule(let job): refusal(of: job, action.kind)
        case .clan(.nickname(_, let target)), .clan(.status(_, let target)):
            // The whole clan reads it.
            if isPrivate {
                .leavesPrivatePlace(action.kind)
            } else {
                target == clan ? nil : .leavesClan(action.kind, from: clan, to: target)
            }
        case .clan(.createChannel(let new, let target)):
            // The whole clan reads the name of a public channel.
            isPrivate && !new.isPrivate ? .leavesPrivatePlace(action.kind) : refusal(toActOn: target, action.kind)
        case .clan(.archiveChannel(let target)): refusal(toActIn: target, action.kind)
        case .member(let member):
            member.channel.map { refusal(toActIn: $0, action.kind) } ?? refusal(toActOn: member.clan ?? 0, action.kind)
        case .delete(_, let target): target.flatMap { refusal(toActIn: $0, action.kind) }
        case .call(let call): refusal(of: call, action.kind)
        case .send, .reply, .react, .editReply, .edit, .unreact, .pin, .thread, .clan, .run, .cancel, .request:
            nil
        }
    }

    /// - Parameter target: The clan of the destination; zero for none, or if it is unknown.
    private func refusal(to destination: ChannelID, of target: ClanID, _ kind: String) -> BotError? {
        if isPrivate, !isSamePlace(destination) { return .leavesPrivatePlace(kind) }
        return isOneClan(clan, target) ? nil : .leavesClan(kind, from: clan, to: target)
    }

    /// Returns the error of an action that changes something in a clan.
    private func refusal(toActOn target: ClanID, _ kind: String) -> BotError? {
        isOneClan(clan, target) ? nil : .actsInOtherClan(kind, from: clan, to: target)
    }

    private func refusal(toActIn channel: ChannelID, _ kind: String) -> BotError? {
        refusal(toActOn: runtime.channel(channel)?.clan ?? 0, kind)
    }

    /// Returns the error of a call whose request names another clan than the event's, or a channel of one. From a private place no call
    /// is made: it is not known who reads what it changes.
    private func refusal(of call: ProcedureCall, _ kind: String) -> BotError? {
        guard let ids = ProtobufIDs.all(in: call.body) else { return .unwritable(kind, "a request that is no protobuf message") }
        if isPrivate { return .leavesPrivatePlace(kind) }
        guard !clan.isNone else { return nil }
        for id in ids {
            let named = runtime.isClan(ClanID(id)) ? ClanID(id) : runtime.channel(ChannelID(id))?.clan ?? 0
            if let refusal = refusal(toActOn: named, kind) { return refusal }
        }
        return nil
    }

    /// Returns whether two places are not known to belong to two clans. The channels of a connection belong to none: operators give
    /// their names to bots.
    private func isOneClan(_ one: ClanID, _ other: ClanID) -> Bool {
        one == other || [one, other].contains { $0.isNone || $0.isExternal }
    }

    /// Returns the error of a job whose occurrences would carry what is in its note to other people.
    ///
    /// The user of an occurrence counts as someone who did something in its channel, so they may be written to directly. A bot
    /// that does so can schedule a job in a private place only there, and only for the user who caused the event.
    private func refusal(of job: ScheduledJob, _ kind: String) -> BotError? {
        let target = runtime.channel(job.channel)?.clan ?? job.clan
        if let refusal = refusal(to: job.channel, of: target, kind) { return refusal }
        guard writesDirectly, !job.user.isNone, !target.isNone, !job.channel.isNone, !job.channel.isExternal else { return nil }
        guard job.channel == event.channel ? isPrivate : runtime.readers.isPrivate(job.channel) else { return nil }
        return isSamePlace(job.channel) && job.user == event.actor ? nil : .leavesPrivatePlace(kind)
    }

    /// A Boolean value that indicates whether the event is a press of a button without a form. Nothing is said by it: approvers in a
    /// private channel decide about a request, and its author may be told.
    private var isBarePress: Bool {
        guard case .button(let click) = event else { return false }
        return ["", "{}"].contains(click.extra)
    }

    private var clan: ClanID { invocation.clan }
    private var isPrivate: Bool { invocation.isInPrivatePlace }

    private func isSamePlace(_ channel: ChannelID) -> Bool { invocation.isSamePlace(channel) }
}

/// Reads of other channels.
extension DisclosureGuard {
    private static let pageSize = 1000  // Channels of one look at the directory.
    private static let maxTextSize = 2000  // Bytes of a found message: it is stored with the turn.

    /// Answers a read of a bot. What the readers of the event's place may not read is answered as if it did not exist.
    func answer(_ question: ContextRead.Request) async -> ContextRead.Response {
        switch question {
        case .message(_, let channel) where !mayBeRead(channel):
            return .message(nil)
        case .channel(let channel) where channel != event.channel && !channel.isExternal && isElsewhere(channel):
            return .channel(nil)
        case .history(let channel, _, _) where !mayBeRead(channel):
            return .messages([])
        case .kept(let channel, _, _) where !mayBeRead(channel):
            return .kept([])
        case .search(let words, _, _, let limit):
            let question = ContextRead.Request.search(words, in: clan, channels: await readableChannels(), limit: limit)
            let answer = await runtime.ask(question)
            if case .found(let messages) = answer { return .found(messages.map(shown)) }
            return answer
        case .voiceChannels where clan.isNone: return .voiceChannels([])
        case .clanEvents where clan.isNone: return .clanEvents([])
        case .onlineMembers where clan.isNone: return .users([])
        case .conversations:
            guard clan.isNone, event.channel.isNone else { return .channels([]) }
            return await runtime.ask(question)
        default: break
        }
        switch await runtime.ask(question) {
        case .voiceChannels(let rooms): return .voiceChannels(rooms.filter { mayBeRead($0.channel) })
        case .clanEvents(let events): return .clanEvents(events.filter { $0.place.isNone || mayBeRead($0.place) })
        case .channel(let channel): return .channel(channel.map(shown))
        case .channels(let channels): return .channels(channels.map(shown))
        case .jobs(let jobs):
            return .jobs(jobs.filter { mayBeRead($0.channel) })
        case let answer: return answer
        }
    }

    /// Returns whether a channel is known to belong to another clan than the event.
    private func isElsewhere(_ id: ChannelID) -> Bool {
        guard !isOfNoPlace, let channel = runtime.channel(id) else { return false }
        return channel.clan != clan
    }

    /// Returns the channels of the event's clan whose messages the readers of the event's place can read, and this place.
    private func readableChannels() async -> [ChannelID] {
        var channels = event.channel.isNone ? [] : [event.channel]
        guard !clan.isNone else { return channels }
        var last: ChannelID = 0
        while case .channels(let page) = await runtime.ask(.channels(clan, after: last, limit: Self.pageSize)),
            let end = page.last?.id, end > last
        {
            channels += page.map(\.id).filter { $0 != event.channel && mayBeRead($0) }
            last = end
        }
        return channels
    }

    private func shown(_ message: FoundMessage) -> FoundMessage {
        var message = message
        message.text = message.text.prefix(bytes: Self.maxTextSize)
        return message
    }

    /// Returns whether the readers of the event's place may learn what is in a channel. It is not known who reads the channels of a
    /// connection, so each is a place of its own.
    private func mayBeRead(_ channel: ChannelID) -> Bool {
        if channel == event.channel { return true }
        return !isHidden(channel) && (isOfNoPlace || !channel.isExternal && !isElsewhere(channel))
    }

    /// A Boolean value that indicates whether the event belongs to no clan and channel, such as a start, and so to every clan and
    /// connection, but to no private channel.
    private var isOfNoPlace: Bool { clan.isNone && event.channel.isNone }

    private func isHidden(_ channel: ChannelID) -> Bool { runtime.readers.isPrivate(channel) && !isSamePlace(channel) }

    /// Returns a channel as anybody may know it: of a private one its place alone, which tells a bot whether it can send there.
    private func shown(_ channel: Channel) -> Channel {
        guard channel.id != event.channel, isHidden(channel.id) else { return channel }
        return Channel(
            id: channel.id, clan: channel.clan, parent: channel.parent, kind: channel.kind, label: "", isPrivate: true)
    }
}
