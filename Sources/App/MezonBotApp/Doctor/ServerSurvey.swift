import BotConfiguration
import ChatModel
import MezonClient
import RuleEngine

/// Reads everything visible on the server, clan by clan. A refused request becomes a finding, and the survey continues.
struct ServerSurvey {
    private let reader: ClanReader
    private let me: UserID
    private let compiled: CompiledConfiguration
    private(set) var nameCheck = NameCheck()
    /// The visible channels, including threads that the configuration names.
    private var channels: [Channel] = []

    init(_ compiled: CompiledConfiguration, reader: ClanReader, me: UserID) {
        self.compiled = compiled
        self.reader = reader
        self.me = me
    }

    /// - Throws: `SessionError` if the gateway stops responding; `CancellationError`.
    mutating func run(_ note: (DoctorFinding) -> Void) async throws {
        let reader = reader
        let clans = try await read("the bot's clans", [.clans, .categories, .channels, .roles, .users], note) {
            try await reader.clans()
        }
        if let clans, clans.isEmpty { note(DoctorFinding(.bad, "the bot is in no clan", advice: "invite the bot to one")) }
        for (clan, owner) in clans ?? [] {
            nameCheck.add(.clans, clan.id.rawValue, clan.name)
            try await visit(clan, ownedBy: owner, note)
        }
        let names = compiled.configuration.names.all
        try await lookForUnlisted(names, note)
        nameCheck.findings(names).forEach(note)
        let (labels, registry) = (nameCheck.labels[.channels] ?? [:], compiled.configuration.names)
        PrivateChannelCheck(rules: compiled.rules.listing) { channel in
            registry.name(of: channel) ?? labels[channel.rawValue] ?? "\(channel)"
        }
        .findings(channels).forEach(note)
        for finding in compiled.unreachableButtons(inPrivate: Set(channels.filter(\.isPrivate).map(\.id))) {
            note(DoctorFinding(.warning, "\(finding.position): \(finding.message)", advice: finding.suggestion))
        }
    }

    private mutating func visit(_ clan: Clan, ownedBy owner: UserID, _ note: (DoctorFinding) -> Void) async throws {
        let reader = reader
        let channels = try await read("\(clan.name): its channels", [.channels, .categories], note) {
            try await reader.channels(of: clan.id)
        }
        self.channels += channels ?? []
        for channel in channels ?? [] {
            nameCheck.add(.channels, channel.id.rawValue, channel.label)
            if !channel.category.isNone { nameCheck.add(.categories, channel.category.rawValue, channel.categoryName) }
        }
        let roles = try await read("\(clan.name): its roles", [.roles], note) { try await reader.roles(of: clan.id) }
        for role in roles?.roles ?? [] { nameCheck.add(.roles, role.id.rawValue, role.title) }
        let members = try await read("\(clan.name): its members", [.users], note) {
            try await reader.members(of: clan.id, holders: roles?.holders ?? [:])
        }
        // Members can change their names; only their presence is checked.
        for member in members ?? [] { nameCheck.add(.users, member.user.rawValue, "\(member.user)") }

        guard let channels, let roles, let members else { return }
        let permissions = ClanReader.permissions(of: me, roles: roles.roles, members: members, owner: owner)
        let allowed = permissions.isEmpty ? "nothing in particular" : permissions.sorted().joined(separator: ", ")
        note(DoctorFinding(.good, "\(clan.name): visible channels: \(channels.count); the bot's roles allow \(allowed)"))
        ClanPermissionCheck(clan: clan, permissions: permissions, isRemote: !compiled.isLocal).findings(
            compiled.claims(in: channels)
        )
        .forEach(note)
    }

    /// Requests each configured channel that the list of its clan omits, such as threads.
    private mutating func lookForUnlisted(_ names: [NameRegistry.Entry], _ note: (DoctorFinding) -> Void) async throws {
        for entry in names where entry.kind == .channels && nameCheck.labels[.channels]?[entry.id] == nil {
            let reader = reader
            let channel = try await read("channel '\(entry.name)'", [.channels], note) {
                try await reader.channel(ChannelID(entry.id))
            }
            guard let found = channel.flatMap(\.self) else { continue }
            nameCheck.add(.channels, entry.id, found.label)
            channels.append(found)
        }
    }

    /// Performs a read. Returns nil and reports a finding if it is refused. An unreachable gateway ends the survey, because each
    /// attempt would take seconds.
    private mutating func read<Value>(
        _ what: String, _ kinds: Set<NameRegistry.Kind>, _ note: (DoctorFinding) -> Void, _ call: () async throws -> Value
    ) async throws -> Value? {
        do {
            return try await call()
        } catch let error as SessionError {
            switch error {
            case .unreachable, .timedOut: throw error
            case .refused, .unavailable, .badResponse, .responseTooLarge, .callRefused: break
            }
            nameCheck.unread.formUnion(kinds)
            note(
                DoctorFinding(.warning, "\(what) cannot be read: \(error)", advice: "not checked; try again later")
            )
            return nil
        }
    }
}
