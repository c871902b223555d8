import BotConfiguration
import ChatModel
import EventProcessing
import Foundation
import MezonBotApp
import MezonProtocol
import Storage

/// A converter from lines of a journal to lines of a fixture.
struct FixtureWriter {
    private let lines: [(line: JournalReader.Line, event: Event)]
    private let own: OwnActions
    private let names: NameRegistry
    let kept: KeptWords
    private let directory: FixtureDirectory
    private var web: RecordedWeb
    private let clan: ClanID
    var pseudonyms: Pseudonyms
    private var script = TestClanSetup()
    /// The clans besides the main one, in the order of their first occurrence.
    private var otherClans: [(id: ClanID, name: String)] = []
    /// The names of journaled messages in the fixture.
    var messages: [MessageID: String] = [:]
    var saidCount = 0
    /// The content of the bot's messages as first sent, with the buttons that people pressed.
    var sent: [MessageID: Content] = [:]
    /// Messages to which a bot or a rule did something.
    var answered: Set<MessageID> = []
    private var recording = FixtureRecorder.Recording()

    init(
        _ lines: [JournalReader.Line], of reader: JournalReader, _ names: NameRegistry, in directory: FixtureDirectory,
        keeping kept: KeptWords
    ) {
        self.names = names
        self.kept = kept
        self.directory = directory
        self.lines = lines.compactMap { line in line.entry.event.map { (line, $0) } }
        let responses = self.lines.compactMap { if case .system(.response(let response)) = $0.event { response } else { nil } }
        web = RecordedWeb(reader, responses: responses, keepsText: kept == .all)
        own = OwnActions(of: lines)
        let clans = Dictionary(grouping: lines.map(\.entry.clan).filter { !$0.isNone }, by: \.self).mapValues(\.count)
        clan = clans.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
        let me = self.lines.lazy.filter { $0.line.entry.isOwn }.map(\.event.actor).first { !$0.isNone } ?? directory.me
        pseudonyms = Pseudonyms(names, me: me, knowing: directory.words)
    }

    /// Collects the users, channels and clans, in the order of their first occurrence.
    mutating func collectObjects() {
        var newcomers: Set<UserID> = []
        var places: [TestClanSetup.ChannelSetup] = []
        var met: [ClanID: Set<UserID>] = [:]
        for (_, event) in lines where !event.channel.isExternal {
            for author in event.people {
                _ = pseudonyms.person(author.id, called: author.username, author.displayName, author.clanNick)
            }
            let people = event.people.map(\.id)
            // A button event does not carry its clan.
            let channel = directory.channels[event.channel]
            let home = event.clan.isNone ? channel?.clan ?? 0 : event.clan
            if case .memberJoined(let joined) = event {
                if home == clan { newcomers.formUnion(joined.users) }
            } else {
                met[home, default: []].formUnion(people)
            }
            _ = otherClan(home, called: directory.clanNames[home])
            guard !event.channel.isNone, let place = place(event, of: home, channel) else { continue }
            if !places.contains(where: { $0.name == place.name }) { places.append(place) }
            let names = people.compactMap { pseudonyms.people[$0] }.filter { $0 != TestClanSetup.bot }
            if let index = places.firstIndex(where: { $0.name == place.name }), let readers = places[index].members {
                places[index].members = readers + Set(names).subtracting(readers).sorted()
            }
        }
        let known = Dictionary(membersAtStart(of: pseudonyms.order).map { ($0.user, $0) }) { first, _ in first }
        let start = lines.first.map { $0.event.time ?? $0.line.entry.receivedAt } ?? Date(timeIntervalSince1970: 0)
        script.start = Date(timeIntervalSince1970: start.timeIntervalSince1970.rounded(.down))
        script.clan = names.all.first { $0.kind == .clans && $0.id == clan.rawValue }?.name ?? script.clan
        let unmet = Set(newcomers.compactMap { pseudonyms.people[$0] })
        // A user who joins later reads private channels only from then on, which a fixture cannot express.
        for index in places.indices { places[index].members?.removeAll { unmet.contains($0) } }
        script.channels = places
        script.people = pseudonyms.order.filter { !newcomers.contains($0) }.compactMap { user in
            guard let name = pseudonyms.people[user] else { return nil }
            var person = TestClanSetup.UserSetup(id: name, name: name)
            person.roles = known[user]?.roles.map { pseudonyms.role($0) } ?? []
            person.clans = otherClans.filter { met[$0.id]?.contains(user) == true }.map(\.name)
            if let joined = known[user]?.joinedAt {
                let days = max(0, script.start.timeIntervalSince(joined) / 86_400).rounded(.down)
                person.joined = .seconds(min(days, 3000) * 86_400)
            }
            return person
        }
    }

    /// Returns the fixture's name of a clan; nil for the main one.
    private mutating func otherClan(_ id: ClanID, called label: String? = nil) -> String? {
        guard id != clan, !id.isNone else { return nil }
        if let known = otherClans.first(where: { $0.id == id }) { return known.name }
        let name = pseudonyms.clan(id, called: label ?? "")
        otherClans.append((id, name))
        return name
    }

    /// Returns the channel of an event; nil for a direct message channel whose other user is unknown.
    private mutating func place(
        _ event: Event, of home: ClanID, _ channel: Channel?
    ) -> TestClanSetup.ChannelSetup? {
        let clan = otherClan(home)
        if home.isNone {
            guard channel?.kind == .group else {
                let partner = channel.map(\.partner).flatMap { $0.isNone ? nil : $0 } ?? event.actor
                guard pseudonyms.people[partner] != TestClanSetup.bot, !partner.isNone else { return nil }
                return .init(name: pseudonyms.conversation(event.channel, with: partner), kind: .direct)
            }
            return .init(name: pseudonyms.channel(event.channel, called: channel?.label ?? ""), kind: .group, members: [])
        }
        // Threads have no parent in a fixture and are readable like the channel that they belong to.
        let kind = channel.map(\.kind) ?? .text
        return .init(
            name: pseudonyms.channel(event.channel, called: channel?.label ?? ""), kind: kind == .thread ? .text : kind,
            clan: clan,
            members: channel?.isPrivate == true && kind != .thread ? [] : nil)
    }

    /// Returns users as members at the start: the recorded changes of roles are taken back.
    private func membersAtStart(of users: [UserID]) -> [Member] {
        var members = users.compactMap { directory.members[clan]?[$0] }
        let changes = lines.compactMap { if case .rolesChanged(let change) = $0.event { change } else { nil } }
        for change in changes.reversed() where change.clan == clan {
            for index in members.indices {
                if change.added.contains(members[index].user) { members[index].roles.removeAll { $0 == change.role } }
                if change.removed.contains(members[index].user) { members[index].roles.append(change.role) }
            }
        }
        return members
    }

    mutating func write(_ plan: CompiledConfiguration) async throws -> FixtureRecorder.Recording {
        let player = try await FixturePlayer(script, plan)
        var events: [FixtureLine.Event] = []
        /// The responses of web addresses from an event on, by its number.
        var answers: [Int: [String]] = [:]
        /// The kinds of actions in the journal, in the order of the events.
        var asked: [[String]] = []
        var clock = Duration.zero
        for (line, event) in lines {
            if line.entry.isOwn { continue }
            let kinds = line.deliveries.sorted { $0.id < $1.id }.compactMap(\.outgoing?.request.kind)
            guard let operation = operation(event, line, player) else {
                // Actions caused by system events belong to the preceding event.
                if case .system = event, !asked.isEmpty { asked[asked.count - 1] += kinds }
                continue
            }
            for (url, outcome, reason) in try await web.news(of: line, pseudonyms) {
                if let reason {
                    omit(reason)
                } else if let text = FixtureWeb.text(url, outcome) {
                    player.answer(outcome, at: url)
                    answers[events.count + 1, default: []].append(text)
                }
            }
            let moment = event.time ?? line.entry.receivedAt
            clock = max(clock, .seconds(moment.timeIntervalSince(script.start).rounded(.down)))
            var written = FixtureLine.Event(number: events.count + 1, at: clock, operation: operation)
            do {
                try await player.play(written, line: 0)
            } catch is TestClanError {
                omit("events that the clan rejects")
                written.operation = .clock(.zero)
            }
            events.append(written)
            recording.sequences.append(line.entry.sequence)
            asked.append(kinds)
            name(answers: line.deliveries, of: events.count)
        }
        player.close()
        let found = player.found
        recording.events = events.count
        recording.lastActions = found[events.count] ?? []
        var texts = [FixtureText.clan(script)]
        for (index, event) in events.enumerated() {
            let forms = found[index + 1] ?? []
            texts += answers[index + 1] ?? []
            texts.append(FixtureText.event(event))
            if !forms.isEmpty { texts.append(FixtureText.expectation(after: index + 1, forms)) }
            let kinds = forms.map { $0.kind == "edit_reply" ? "edit" : $0.kind }
            if kinds.filter({ $0 != "run" }) != asked[index] { recording.differing.append(index + 1) }
        }
        recording.text = texts.joined(separator: "\n") + "\n"
        return recording
    }

    mutating func omit(_ reason: String) { recording.leftOut[reason, default: 0] += 1 }

    /// Gives the bot's messages the names that they have when the fixture is played.
    private mutating func name(answers deliveries: [Delivery], of number: Int) {
        var count = 0
        for delivery in deliveries.sorted(by: { $0.id < $1.id }) {
            guard case .send(let draft, _, _) = delivery.outgoing?.request else { continue }
            count += 1
            guard !delivery.message.isNone else { continue }
            messages[delivery.message] = FixtureNames.answer(count, after: number)
            sent[delivery.message] = draft.content
        }
    }

    /// Returns the fixture's form of an event; nil if it is omitted.
    private mutating func operation(_ event: Event, _ line: JournalReader.Line, _ player: FixturePlayer) -> FixtureLine.Operation?
    {
        switch event {
        case .system(.activity): break
        case .system: return nil
        default: break
        }
        guard !own.caused(event) else { return nil }
        guard !event.channel.isExternal else {
            omit("other networks")
            return nil
        }
        switch event {
        case .message(let message): return said(message, line)
        case .edit(let message):
            guard let name = messages[message.id] else { return fromBefore() }
            return .edit(message: name, text: text(message, line), mentions: mentions(message))
        case .delete(let removal):
            guard let name = messages.removeValue(forKey: removal.message) else { return fromBefore() }
            return .delete(message: name)
        case .reaction(let reaction):
            guard let name = messages[reaction.message] else { return fromBefore() }
            return .reaction(
                message: name, by: pseudonyms.person(reaction.sender, called: reaction.senderName),
                emoji: pseudonyms.emoji(reaction.emoji), isRemoval: reaction.isRemoval)
        case .button(let click): return pressed(click, line, player)
        case .memberJoined(let joined):
            guard let user = joined.users.first else { return nil }
            return .join(pseudonyms.person(user, called: joined.username), clan: otherClan(joined.clan))
        case .memberLeft(let left):
            guard let user = left.users.first else { return nil }
            return .leave(pseudonyms.person(user), clan: otherClan(left.clan))
        case .rolesChanged(let change):
            guard let user = change.added.first ?? change.removed.first else { return nil }
            return .role(
                pseudonyms.role(change.role), of: pseudonyms.person(user), isTaken: change.added.isEmpty,
                clan: otherClan(change.clan))
        case .banChanged(let change):
            guard let user = change.users.first else { return nil }
            return .ban(
                pseudonyms.person(user), channel: pseudonyms.channel(change.channel), length: change.duration,
                isLifted: change.isLifted)
        case .voiceJoined(let presence), .voiceLeft(let presence):
            let isLeaving = if case .voiceLeft = event { true } else { false }
            return .voice(
                pseudonyms.person(presence.user), channel: pseudonyms.channel(presence.channel), isLeaving: isLeaving)
        case .system(.activity(let activity)):
            let user = pseudonyms.person(activity.user)
            return activity.kind == .typing
                ? .typing(user, channel: pseudonyms.channel(activity.channel))
                : .presence(user, isLeaving: activity.kind == .offline)
        case .tokenSent(let transfer):
            // The note is what a user wrote, as a message's text.
            return .tokens(transfer.amount, note: "", by: pseudonyms.person(transfer.sender, called: transfer.senderName))
        case .coffeeGiven(let gift):
            guard let name = messages[gift.message] else { return fromBefore() }
            return .coffee(message: name, by: pseudonyms.person(gift.sender))
        case .quickMenu(let choice):
            return .menu(choice.menu, by: pseudonyms.person(choice.user), channel: pseudonyms.channel(choice.channel))
        default:
            omit(event.kind)
            return nil
        }
    }
}

extension Delivery {
    /// The requested action; nil if this build cannot decode it.
    var outgoing: ResolvedAction? { try? ResolvedActionCodec.outgoing(payload) }
}
