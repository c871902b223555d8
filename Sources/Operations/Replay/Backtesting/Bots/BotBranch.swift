import BotKit
import ChatModel
import Storage

/// The state and the jobs of bots in one branch of a backtest, as far as they differ from the recorded ones.
struct BotBranch: Sendable {
    /// A value of a bot's state, or the reason why it is unknown.
    enum Value: Hashable, Sendable {
        case known(StoredState?)
        case unknown(String)
    }

    private struct JobName: Hashable {
        var author: String
        var name: String
    }

    private let channel: @Sendable (ChannelID) -> Channel?
    private var values: [String: [String: Value]] = [:]
    /// The places in which a bot's own state is unknown, by bot, with the reasons.
    private var unknownPlaces: [String: [InvocationPlace: String]] = [:]
    /// The values whose records were removed from the history, in either branch.
    private var lost = LostBotState()
    /// The recorded jobs that the branch does not have.
    private var absentJobs: Set<JobName> = []
    /// The bots whose jobs and requests are unknown, with the reasons.
    private var detached: [String: String] = [:]

    init(channel: @escaping @Sendable (ChannelID) -> Channel?) { self.channel = channel }

    /// A Boolean value that indicates whether anything of a bot is different.
    func hasDifferences(_ bot: String) -> Bool { values[bot] != nil || unknownPlaces[bot] != nil }

    /// Returns whether a bot may see different state because of an event.
    func differs(_ bot: String, for event: Event, in clan: ClanID) -> Bool {
        if unknownPlaces[bot] != nil { return true }
        guard let values = values[bot] else { return false }
        let (place, keys) = (InvocationPlace(clan: clan, channel: event.channel), StateScope.userKeys(of: event, in: clan))
        return values.keys.contains { keys.contains($0) || StateScope.isInReach($0, of: place, channel: channel) }
    }

    /// The bots from which a user awaits the next question of a dialogue in this branch, or may await it.
    func dialogues(of user: UserID, in channel: ChannelID) -> [String] {
        let key = StateScope.dialogueKey(of: user, in: channel)
        return values.filter { $0.value[key].map { $0 != .known(nil) } ?? false }.keys.sorted()
    }

    /// The dialogues that are open in this branch.
    func dialogues(of bot: String, over recorded: OpenDialogues) -> OpenDialogues {
        var dialogues = recorded
        for (key, value) in values[bot] ?? [:] {
            switch value {
            case .known(let value): dialogues.note(value, under: key)
            // One that cannot be decoded is open, and its answer then reads the unknown value.
            case .unknown: dialogues.note(StoredState(fingerprint: "", json: ""), under: key)
            }
        }
        return dialogues
    }

    /// The value under a key; nil if it is the recorded one.
    func value(of key: String, of bot: String) -> Value? {
        if let value = values[bot]?[key] { return value }
        let places = unknownPlaces[bot]?.sorted { $0.key < $1.key } ?? []
        let reason = places.first { StateScope.isInReach(key, of: $0.key, channel: channel) }?.value
        return (reason ?? lost.reason(of: key, of: bot, channel)).map(Value.unknown)
    }

    /// Sets a value after the records up to now have been applied.
    ///
    /// - Parameter recorded: The recorded value.
    mutating func set(_ value: Value, under key: String, of bot: String, recorded: StoredState?, as type: (any Bot.Type)?) {
        values[bot]?[key] = nil
        if values[bot]?.isEmpty == true { values[bot] = nil }
        // Unreadable values are not equal.
        if case .known(let known) = value, self.value(of: key, of: bot) == nil,
            known == recorded || (try? type?.isSame(known, recorded)) == true
        {
            return
        }
        values[bot, default: [:]][key] = value
    }

    /// Makes unknown what an invocation may have changed.
    ///
    /// - Parameter hasDialogues: A Boolean value that indicates whether it may have begun or ended a dialogue.
    mutating func forget(_ bot: String, after event: Event, in clan: ClanID, hasDialogues: Bool, because reason: String) {
        let place = InvocationPlace(clan: clan, channel: event.channel)
        values[bot] = values[bot]?.filter { !StateScope.isInReach($0.key, of: place, channel: channel) }
        let dialogue = StateScope.dialogueKey(of: event.actor, in: event.channel)
        for key in StateScope.userKeys(of: event, in: clan) where hasDialogues || key != dialogue {
            values[bot, default: [:]][key] = .unknown(reason)
        }
        if unknownPlaces[bot]?[place] == nil { unknownPlaces[bot, default: [:]][place] = reason }
        detached["bot:" + bot] = detached["bot:" + bot] ?? reason
    }
}

/// The values whose records were removed from the history.
extension BotBranch {
    mutating func lose(_ bot: String, in place: InvocationPlace) { lost.lose(bot, in: place) }

    mutating func learn(_ writes: [InvocationRecord.Write], of bot: String) { lost.learn(writes, of: bot) }
}

/// The jobs and requests.
extension BotBranch {
    /// Applies how the actions of an invocation differ from the recorded ones.
    ///
    /// - Returns: The reasons why what follows of the bot is not in the history.
    mutating func reconcile(_ actions: [Action], recorded: [Action], of bot: String) -> [String] {
        guard actions != recorded else { return [] }
        let author = "bot:" + bot
        var reasons: [String] = []
        func note(_ reason: String) {
            reasons.append(reason)
            detached[author] = detached[author] ?? reason
        }
        for action in actions where !recorded.contains(action) {
            switch action {
            case .schedule(let job):
                absentJobs.insert(JobName(author: author, name: job.name))
                note("what it does when the job '\(job.name)' is due is not in the history")
            case .cancel(let name): absentJobs.insert(JobName(author: author, name: name))
            case .request: note("the response to its request is not in the history")
            default: break
            }
        }
        for action in recorded where !actions.contains(action) {
            switch action {
            case .schedule(let job): absentJobs.insert(JobName(author: author, name: job.name))
            case .cancel(let name): note("what it does when the job '\(name)' is due is not in the history")
            case .request: note("some of the responses in the history are to requests that it does not send")
            default: break
            }
        }
        return reasons
    }

    /// Notes that jobs or requests of an invocation without a record are absent.
    mutating func detach(_ author: String, because reason: String) { detached[author] = detached[author] ?? reason }

    var hasAbsentJobs: Bool { !absentJobs.isEmpty }

    /// Notes the recorded jobs of an invocation that takes place as recorded.
    mutating func schedule(_ actions: [Action], of bot: String) {
        for case .schedule(let job) in actions { absentJobs.remove(JobName(author: "bot:" + bot, name: job.name)) }
    }

    /// Changes the part of bots in an event that earlier actions of a bot have caused.
    func restrict(_ reach: inout BotReach, in event: Event) {
        switch event {
        case .system(.due(let occurrence)) where occurrence.author.hasPrefix("bot:"):
            if absentJobs.contains(JobName(author: occurrence.author, name: occurrence.job.name)) {
                reach.isReached = false
                reach.stop = "the job does not exist"
            } else {
                reach.doubt = detached[occurrence.author]
            }
        case .system(.response(let response)): reach.doubt = detached[response.author]
        default: break
        }
    }
}
