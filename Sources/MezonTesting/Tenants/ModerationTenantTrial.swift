import BotConfig
import BotKit
import Foundation
import MezonBot
import MezonModel
import MezonWire
import Moderation
import Persistence

/// A randomized test of three clans with one bot, in which all users try every moderation command, button and reference
/// everywhere.
///
/// Each user is a member of all clans and has a role in one at most, so that only the isolation of clans restricts them. The
/// bot's actions in response to an act have to stay in the clan of the channel in which it occurred; the report lists those that
/// do not.
package struct ModerationTenantTrial {
    package struct Report: Sendable, Hashable {
        package var acts = 0
        /// The number of moderation commands that were answered, and of those that were not.
        package var answered = 0
        package var ignored = 0
        package var presses = 0
        /// The number of questions settled by a press.
        package var settled = 0
        package var cases = 0
        package var undone = 0
        /// Descriptions of the acts that reached another clan.
        package var violations: [String] = []
    }

    private struct Tenant {
        let name: String
        let clan: ClanID
        let role: RoleID
        let moderator: Author
        let members: [Author]
        let general: ChannelID
        let thread: ChannelID
        let mods: ChannelID
        var channels: [ChannelID] { [general, thread, mods] }

        init(_ name: String, _ number: Int64) {
            self.name = name
            clan = ClanID(number * 1000)
            role = RoleID(number * 1000 + 1)
            moderator = Author(id: UserID(number * 1000 + 10), username: "\(name)-moderator")
            members = ["member", "attacker"].enumerated().map { index, kind in
                Author(id: UserID(number * 1000 + 11 + Int64(index)), username: "\(name)-\(kind)")
            }
            general = ChannelID(number * 1000 + 20)
            thread = ChannelID(number * 1000 + 21)
            mods = ChannelID(number * 1000 + 22)
        }

        var directory: [Channel] {
            [
                Channel(id: general, clan: clan, label: "\(name)-general"),
                Channel(id: thread, clan: clan, parent: general, kind: .thread, label: "\(name)-thread"),
                Channel(id: mods, clan: clan, label: "\(name)-mods", isPrivate: true),
            ]
        }
    }

    private static let tenants = [Tenant("amber", 1), Tenant("beryl", 2), Tenant("coral", 3)]
    /// A moderator of the first clan, listed by name and without a role.
    private static let chief = Author(id: 1013, username: "amber-chief")
    private static let people = tenants.flatMap { [$0.moderator] + $0.members } + [chief]
    private static let direct: ChannelID = 9000
    private static let me: UserID = 900

    private let house: RuleTestHarness
    private var random: SplitMix64
    private var report = Report()
    /// Messages with their channels.
    private var said: [(message: MessageID, channel: ChannelID)] = []
    private var buttons: [(id: String, channel: ChannelID)] = []
    private var last: Int64 = 0

    /// Runs a number of random acts.
    package static func run(seed: UInt64, acts: Int) async throws -> Report {
        var trial = try await ModerationTenantTrial(seed: seed)
        for _ in 0..<acts { try await trial.act() }
        try await trial.audit()
        return trial.report
    }

    private init(seed: UInt64) async throws {
        random = SplitMix64(seed: seed)
        let (plan, findings) = CompiledConfiguration.check(
            texts: ["config.yaml": Self.configuration], root: "config.yaml", registry: BotRegistry([]))
        guard let plan else { throw TestClanError.badRules(findings.human()) }
        let channels =
            Self.tenants.flatMap(\.directory) + [Channel(id: Self.direct, clan: 0, kind: .direct, label: "", partner: 1012)]
        house = try await RuleTestHarness(plan, as: Self.me, clan: .test, channels: channels)
        let store = try house.store
        try await store.remember(clans: Self.tenants.map { Clan(id: $0.clan, name: $0.name) }, channels: channels)
        for tenant in Self.tenants {
            store.beginListing(of: tenant.clan)
            let members = Self.people.map { person in
                Member(clan: tenant.clan, user: person.id, roles: person.id == tenant.moderator.id ? [tenant.role] : [])
            }
            try await store.finishListing(of: tenant.clan, members: members, roles: nil)
        }
    }

    private static let configuration: String = {
        let names = tenants.map { tenant in (tenant.name, tenant.general, tenant.mods, tenant.role, tenant.clan) }
        let clans = names.map { "\($0.0): \"\($0.4)\"" }.joined(separator: ", ")
        let channels = names.map { "\($0.0)-general: \"\($0.1)\", \($0.0)-mods: \"\($0.2)\"" }.joined(separator: ", ")
        let roles = names.map { "\($0.0)-staff: \"\($0.3)\"" }.joined(separator: ", ")
        let questions = names.map { name in
            """
              - id: ask-\(name.0)
                mode: enforce
                trigger: message
                in: { clans: [\(name.0)] }
                when: { text: { contains: doubtful } }
                then: { ask: { channel: \(name.0)-mods, text: "{{ message.text }}?", approve: [delete, warn], reject: [{ mute: { for: 1m } }] } }
            """
        }.joined(separator: "\n")
        return """
            version: 1
            names:
              clans: { \(clans) }
              channels: { \(channels) }
              roles: { \(roles) }
              users: { chief: "\(chief.id)" }
            moderation: { channel: amber-mods, roles: [amber-staff, beryl-staff, coral-staff], users: [chief] }
            defaults: { limits: { per_minute: 1000000, per_day: 1000000 } }
            ladders: { steps: { counter: strikes, steps: [{ at: 1, do: [warn] }, { at: 2, do: [{ mute: { for: 1h, in: clan } }] }] } }
            rules:
              - id: scam
                mode: enforce
                trigger: message
                when: { text: { matches: "scam-[a-z]+-[0-9]+" } }
                then: [delete, { mute: { for: 10m, in: [amber-general, beryl-general, coral-general] } }, { escalate: { ladder: steps } }, alert]
              - id: reported
                mode: enforce
                trigger: message
                when: { text: { contains: abuse } }
                then: [{ report: abuse }, { alert: { to: beryl-mods, text: "{{ message.text }}" } }]
              - id: ask-all
                mode: enforce
                trigger: message
                when: { text: { contains: doubtful } }
                then: { ask: { text: "{{ message.text }}?", approve: [kick], reject: [warn] } }
            \(questions)
            """
    }()

    private mutating func act() async throws {
        report.acts += 1
        let isDirect = pick(20) == 0
        let tenant = Self.tenants[pick(Self.tenants.count)]
        let channel = isDirect ? Self.direct : tenant.channels[pick(tenant.channels.count)]
        let person = Self.people[pick(Self.people.count)]
        if !buttons.isEmpty, pick(6) == 0 { return try await press(by: person, in: channel) }
        let (text, reference, isCommand) = words(in: isDirect ? nil : tenant)
        // The sender's client sends the clan's id, and may send a false one.
        let claimed = pick(8) == 0 ? Self.tenants[pick(Self.tenants.count)].clan : isDirect ? 0 : tenant.clan
        let message = Message.make(
            text: text, in: channel, by: person, clan: claimed,
            references: reference.map { [Reference(message: $0, sender: person.id)] } ?? [])
        let isOfHere = said.contains { $0.channel == channel && $0.message == reference }
        said.append((message.id, channel))
        let deliveries = try await take(
            .make(message), of: person, in: channel, "\(person.username) says '\(text)' in \(channel)")
        guard isCommand else { return }
        if deliveries.isEmpty { report.ignored += 1 } else { report.answered += 1 }
        if isDirect, !deliveries.isEmpty { violate("\(person.username) was answered '\(text)' in a direct conversation") }
        if reference != nil, !isOfHere {
            for delivery in deliveries where !delivery.text.hasPrefix("Nothing is known") {
                violate("\(person.username) in \(channel) was told why about a message of elsewhere: \(delivery.text)")
            }
        }
    }

    private mutating func words(in tenant: Tenant?) -> (text: String, reference: MessageID?, isCommand: Bool) {
        let reference = said.isEmpty ? nil : said[pick(said.count)].message
        let number = pick(12) + 1
        let name = tenant?.name ?? "direct"
        switch pick(12) {
        case 0...1: return ("*case \(number)", nil, true)
        case 2...3: return ("*cases \(Self.people[pick(Self.people.count)].id)", nil, true)
        case 4...5: return ("*undo \(number)", nil, true)
        case 6...7: return ("*why", reference, true)
        case 8: return ("look: scam-\(name)-\(report.acts)", nil, false)
        case 9: return ("doubtful \(name)-\(report.acts)", nil, false)
        case 10: return ("abuse \(name)-\(report.acts)", nil, false)
        default: return ("hello \(name)-\(report.acts)", nil, false)
        }
    }

    private mutating func press(by person: Author, in channel: ChannelID) async throws {
        report.presses += 1
        let button = buttons[pick(buttons.count)]
        // Half of them are pressed in the channel of the question.
        let place = pick(2) == 0 ? button.channel : channel
        var click = RtMessageButtonClicked()
        click.messageID = 1
        click.channelID = place.rawValue
        click.buttonID = button.id
        click.senderID = Self.me.rawValue
        click.userID = person.id.rawValue
        guard let entry = NewEntry.make(.messageButtonClicked(click)) else { return }
        let deliveries = try await take(entry, of: person, in: place, "\(person.username) presses \(button.id) in \(place)")
        guard deliveries.contains(where: { $0.isEdit }) else { return }
        report.settled += 1
        if place != button.channel { violate("\(person.username) has settled \(button.id) of \(button.channel) from \(place)") }
        if !Self.moderates(person, place) { violate("\(person.username) has settled \(button.id) and is no moderator there") }
    }

    /// Appends an act and checks all of the bot's responses.
    private mutating func take(
        _ entry: NewEntry, of person: Author, in channel: ChannelID, _ act: String
    ) async throws -> [Consequence] {
        let store = try house.store
        try await store.append([entry])
        while try await store.reader.lastSequence() > last {
            last = try await store.reader.lastSequence()
            try await house.work()
        }
        return try await consequences(of: act, by: person, in: channel)
    }

    private var seen: Int64 = 0

    private mutating func consequences(of act: String, by person: Author, in channel: ChannelID) async throws -> [Consequence] {
        let lines = try await house.store.reader.lines(after: seen, limit: 1000)
        seen = last
        let owner = Self.tenant(of: channel)
        let consequences = try lines.flatMap(\.deliveries).map { try Consequence($0) }
        for consequence in consequences {
            // An action on a whole clan has no channel; events outside clans may be reported to moderators.
            if let target = Self.tenant(of: consequence.channel), let owner, target.clan != owner.clan {
                violate("\(act): reaches \(consequence.channel): \(consequence.text)")
            }
            if let clan = consequence.clan, clan != owner?.clan { violate("\(act): is done in clan \(clan)") }
            for other in Self.tenants where other.clan != owner?.clan && consequence.text.contains("\(other.name)-") {
                // Users are named after a clan and are members of all.
                let text = Self.people.reduce(consequence.text) { $0.replacing($1.username, with: "") }
                if text.contains("\(other.name)-") { violate("\(act): tells \(other.name): \(consequence.text)") }
            }
            if consequence.isUndone, !Self.moderates(person, channel) { violate("\(act): lifts a mute for no moderator") }
            buttons += consequence.buttons.map { ($0, consequence.channel) }
        }
        if buttons.count > 60 { buttons.removeFirst(buttons.count - 60) }
        if said.count > 200 { said.removeFirst(said.count - 200) }
        return consequences
    }

    /// Checks all cases at the end: each was undone by a moderator of its own clan, if at all.
    private mutating func audit() async throws {
        var numbers: [ClanID: Set<Int64>] = [:]
        for incident in try await house.store.reader.incidents(CaseFilter()) {
            report.cases += 1
            if !numbers[incident.clan, default: []].insert(incident.number).inserted {
                violate("case \(incident.number) is told twice")
            }
            for measure in incident.measures {
                if let place = Self.tenant(of: measure.draft.channel), place.clan != incident.clan {
                    violate("case \(incident.clan)/\(incident.number) is about \(measure.draft.channel)")
                }
                guard case .undone(_, let name) = measure.standing else { continue }
                report.undone += 1
                let owner = Self.tenants.first { $0.clan == incident.clan }
                guard let person = Self.people.first(where: { $0.name == name }), let owner, Self.moderates(person, owner.general)
                else {
                    violate("\(name) took back case \(incident.clan)/\(incident.number)")
                    continue
                }
            }
        }
        for (clan, numbers) in numbers where numbers.max() != Int64(numbers.count) {
            violate("numbers of clan \(clan) have gaps")
        }
    }

    private mutating func violate(_ what: String) { report.violations.append(what) }

    private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private static func tenant(of channel: ChannelID) -> Tenant? { tenants.first { $0.channels.contains(channel) } }

    private static func moderates(_ person: Author, _ channel: ChannelID) -> Bool {
        guard let tenant = tenant(of: channel) else { return false }
        return person.id == tenant.moderator.id || person.id == chief.id && tenant.name == "amber"
    }
}

/// The parts of the bot's request that the test checks.
private struct Consequence {
    let channel: ChannelID
    /// The clan that the request applies to as a whole.
    let clan: ClanID?
    let text: String
    let isEdit: Bool
    let isUndone: Bool
    let buttons: [String]

    init(_ delivery: Delivery) throws {
        let outgoing = try ResolvedActionCodec.outgoing(delivery.payload)
        channel = outgoing.channel
        text = outgoing.draft?.content.text ?? ""
        switch outgoing.request {
        case .member(let action):
            clan = action.clan
            // Mutes also end by themselves, which is no one's act.
            isUndone = action.kind == "unmute" && delivery.author == "house:undo"
            isEdit = false
        case .edit: (clan, isUndone, isEdit) = (nil, false, true)
        default: (clan, isUndone, isEdit) = (nil, false, false)
        }
        let rows = outgoing.draft?.content.extras["components"]?.array ?? []
        buttons = rows.flatMap { $0.object?["components"]?.array ?? [] }.compactMap { $0.object?["id"]?.string }
    }
}
