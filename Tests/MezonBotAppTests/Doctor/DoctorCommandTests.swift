import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonClient
import MezonTestGateway
import RuleEngine
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct DoctorCommandTests {
    private static let lab = Clan(id: 1_900_000_000_000_000_001, name: "Mezon Lab")
    private static let general = Channel(id: 1_900_000_000_000_000_011, clan: lab.id, label: "general")
    private static let rules = """
        version: 1
        bot: { gateway: local }
        names:
          channels: { general: "1900000000000000011", lost: "1900000000000000099" }
          roles: { member: "1900000000000000023" }
        ladders:
          spam: { counter: spam, steps: [{ at: 1, then: [delete] }, { at: 2, then: [{ mute: { for: 10m } }] }] }
        rules:
          - { id: climbs, mode: enforce, trigger: message, when: { text: { contains: spam } }, then: [{ escalate: spam }] }
          - id: kicks
            trigger: message
            when: { text: { contains: scam } }
            then: [{ if: { when: { text: { contains: x } }, then: [kick] } }]
          - { id: greets, trigger: message, then: [{ reply: hello }] }
          - { id: sleeps, mode: disabled, trigger: message, then: [{ add_role: member }] }
          - { id: tells, trigger: message, then: [{ send: { to: lost, text: hello } }] }
        """

    private func plan(_ text: String, _ bots: [any Bot.Type] = [], environment: [String: String] = [:]) throws
        -> CompiledConfiguration
    {
        let folder = try TemporaryDirectory()
        let file = folder.path + "/config.yaml"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let (compiled, report) = CompiledConfiguration.check(file, registry: BotRegistry(bots), environment: environment)
        return try #require(compiled, "\(report.human())")
    }

    private struct Warden: Bot {
        static let manifest = Manifest("warden", needs: [.reply, .moderate, .delete])
        let options: NoOptions
    }

    private func findings(_ compiled: CompiledConfiguration, in folder: TemporaryDirectory) async throws -> [DoctorFinding] {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var findings: [DoctorFinding] = []
        let examination = DoctorService(
            compiled, dataFolder: folder.path, time: SystemTime(), logger: logger, timeout: .seconds(300))
        try await examination.run { findings.append($0) }
        return findings
    }

    @Test func `the permissions of a rule include those of ladders and branches`() throws {
        let needs = try plan(Self.rules).rules.listing.reduce(into: [String: Set<PermissionRequirement>]()) {
            $0[$1.id] = $1.requiredPermissions
        }
        #expect(
            needs == [
                "climbs": [.deleteMessage, .manageChannel], "kicks": [.manageClan], "greets": [], "sleeps": [.manageClan],
                "tells": [],
            ])
    }

    @Test func `the permissions of a bot come from its manifest where it is enabled`() throws {
        let compiled = try plan(
            """
            version: 1
            names: { channels: { general: "1900000000000000011" } }
            bots: { warden: { enabled_in: [general], grants: [delete, moderate] } }
            """, [Warden.self])
        let claim = PermissionClaim(who: "bot warden", needs: [.manageChannel, .deleteMessage], isInForce: true)
        #expect(compiled.claims(in: [Self.general]) == [claim])
        #expect(compiled.claims(in: [Channel(id: 7, clan: Self.lab.id, label: "lab")]) == [])
    }

    @Test(arguments: [
        (["delete-message", "manage-channel", "manage-clan"], [DoctorFinding.Level.good, .good, .good]),
        (["delete-message"], [.good, .bad, .warning]),
        (["administrator"], [.good, .good, .good]), (["clan-owner"], [.good, .good, .good]), ([], [.bad, .bad, .warning]),
    ])
    func `a missing permission is an error for an enforced rule and a warning in shadow mode`(
        permissions: [String], marks: [DoctorFinding.Level]
    ) throws {
        let needs = ClanPermissionCheck(clan: Self.lab, permissions: Set(permissions), isRemote: false)
        #expect(needs.findings(try plan(Self.rules).claims(in: [Self.general])).map(\.mark) == marks)
    }

    @Test func `a missing permission is reported with the rules that need it and advice`() {
        let claims =
            [PermissionClaim(who: "quiet", needs: [.manageClan], isInForce: false)]
            + ["a", "b", "c", "d", "e"].map { PermissionClaim(who: $0, needs: [.deleteMessage], isInForce: $0 != "a") }
        #expect(
            ClanPermissionCheck(clan: Self.lab, permissions: [], isRemote: true).findings(claims) == [
                DoctorFinding(
                    .bad, "Mezon Lab: the bot's roles lack delete-message, required by b, c, d, 1 more",
                    advice: "give the bot a role with delete-message, or disable what requires it"),
                DoctorFinding(
                    .warning, "Mezon Lab: the bot's roles lack manage-clan, required by quiet (in shadow)",
                    advice: "give the bot a role with manage-clan before you enforce them"),
            ])
    }

    @Test func `without a channel in scope no permission is needed`() throws {
        #expect(try plan(Self.rules).claims(in: []) == [])
    }

    @Test func `a missing or renamed name is reported, and unreadable lists are ignored`() throws {
        let names = try plan(Self.rules).configuration.names.all
        var landmarks = NameCheck(
            labels: [.channels: [1_900_000_000_000_000_011: "lobby", 7: "general"]], unread: [.roles])
        let lost = DoctorFinding(
            .bad, "channel 'lost' (config.yaml:4:47): id 1900000000000000099 not found",
            advice: "correct its id, or add the bot to that channel")
        let moved = DoctorFinding(
            .warning,
            "channel 'general' (config.yaml:4:15) is named 'lobby' on the server, and another channel is named 'general'",
            advice: "rename it to 'lobby', or correct its id")
        let known = DoctorFinding(.good, "1 of 3 names exist on the server")
        #expect(landmarks.findings(names) == [moved, lost, known])
        let ports = "connections: { net: { irc: { host: irc.example, nick: bot }, channels: { swift: \"#swift\" } } }"
        let foreign = try plan("version: 1\n\(ports)\nrules: []\n").configuration.names.all
        #expect(foreign.count == 1 && landmarks.findings(foreign) == [], "connections speak for theirs")
        landmarks.unread = [.roles, .channels]
        #expect(landmarks.findings(names) == [moved, known])
    }

    private static let sent = Date(timeIntervalSince1970: 1_790_000_000)

    @Test(arguments: [
        (0.0, "✓ the clock agrees with the gateway's"), (6, "✓ the clock agrees with the gateway's"),
        (-5, "✓ the clock agrees with the gateway's"),
        (38, "! the clock is 37s ahead of the gateway's"), (-3723, "! the clock is 1h 2m behind the gateway's"),
        (1e12, "! the clock is 11,574,074d 2h ahead of the gateway's"),
    ])
    func `a clock difference of more than five seconds is a warning`(ahead: Double, line: String) {
        let reading = ServerClockSample(date: Self.sent.addingTimeInterval(-ahead), sentAt: Self.sent, receivedAt: Self.sent)
        #expect(DoctorFinding.clock(reading).line.components(separatedBy: " — ").first == line)
    }

    @Test func `a gateway without a date header is a warning`() {
        #expect(
            DoctorFinding.clock(nil)
                == DoctorFinding(
                    .warning, "the clock cannot be checked: the gateway's responses have no date",
                    advice: "check that timedatectl reports 'synchronized': mutes and questions end by this clock"))
    }

    @Test(arguments: [(Int?.none, DoctorFinding.Level.warning), (1 << 20, .bad), (512 << 20, .warning), (8 << 30, .good)])
    func `low disk space is a warning, and very low disk space is an error`(free: Int?, mark: DoctorFinding.Level) {
        #expect(StorageProbe(folder: "/nowhere", time: SystemTime()).room(inBytes: free).mark == mark)
    }

    @Test(arguments: [
        (ENOSPC, "free disk space: the bot pauses until there is some"),
        (EACCES, "change its owner to the user that runs the bot, or pass another directory with --data"),
    ])
    func `a folder that is not writable is reported with advice`(code: Int32, advice: String) {
        #expect(StorageProbe.unusable("data", code).advice == advice)
    }

    @Test(arguments: [(0o777, DoctorFinding.Level.bad, "all users"), (0o770, .warning, "the group"), (0o700, nil, "")])
    func `doctor reports a data directory that other users can write to`(mode: Int, mark: DoctorFinding.Level?, who: String)
        throws
    {
        let folder = try TemporaryDirectory()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
        let found = StorageProbe(folder: folder.path, time: SystemTime()).findings().first { $0.what.contains("can write to") }
        #expect(found?.mark == mark)
        #expect(found?.what.hasPrefix(who) ?? who.isEmpty)
        #expect(found?.advice == mark.map { _ in "run chmod 700 \(folder.path)" })
    }

    @Test func `control characters in server names are escaped`() {
        #expect(DoctorFinding(.good, "\u{1B}[2J\u{202E}lab").line == "✓ ␛[2J\u{FFFD}lab")
    }

    @Test func `doctor in the sample clan finds one unknown name and leaves the data directory empty`() async throws {
        let folder = try TemporaryDirectory()
        let findings = try await findings(plan(Self.rules), in: folder)
        #expect(
            findings.dropFirst(5).map(\.line) == [
                "✓ the clock agrees with the gateway's",
                "✓ Mezon Lab: visible channels: 4; the bot's roles allow delete-message, manage-channel, manage-clan",
                "✓ Mezon Lab: the bot's roles allow delete-message, required by climbs",
                "✓ Mezon Lab: the bot's roles allow manage-channel, required by climbs",
                "✓ Mezon Lab: the bot's roles allow manage-clan, required by kicks",
                "✗ channel 'lost' (config.yaml:4:47): id 1900000000000000099 not found — "
                    + "correct its id, or add the bot to that channel",
                "✓ 2 of 3 names exist on the server",
            ])
        #expect(findings.prefix(5).map(\.mark) == [.good, findings[1].mark, findings[2].mark, .warning, .good])
        #expect(findings[4].what.hasSuffix(" as user 1900000000000000101"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    /// Returns the findings of a gateway for this account, without those about this machine and the clock.
    private func lines(as app: UserID, token: String? = nil, faults: [Fault] = []) async throws -> [String] {
        let gateway = try MezonTestGateway(time: SystemTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let address = try await gateway.start()
        let account = try #require(gateway.accounts.first { $0.appID == app })
        for fault in faults { try await gateway.add(fault) }
        let environment = ["MEZON_BOT_ID": "\(app)", "MEZON_BOT_TOKEN": token ?? account.token.reveal()]
        let text = Self.rules.replacing("gateway: local", with: "gateway: \"\(address.baseURL)\"")
        let findings = try await findings(plan(text, environment: environment), in: try TemporaryDirectory())
        await gateway.shutdown()
        return findings.dropFirst(3).map { $0.line.replacing(address.baseURL, with: "GATEWAY") }
    }

    private static let bot: UserID = 1_900_000_000_000_000_101
    private static let secondApp: UserID = 1_900_000_000_000_000_102

    @Test func `doctor lists missing permissions of a bot without roles`() async throws {
        #expect(
            try await lines(as: Self.secondApp) == [
                "✓ logged in to GATEWAY as user 1900000000000000102",
                "✓ the clock agrees with the gateway's",
                "✓ Mezon Lab: visible channels: 3; the bot's roles allow nothing in particular",
                "✗ Mezon Lab: the bot's roles lack delete-message, required by climbs — "
                    + "give the bot a role with delete-message, or disable what requires it",
                "✗ Mezon Lab: the bot's roles lack manage-channel, required by climbs — "
                    + "give the bot a role with manage-channel, or disable what requires it",
                "! Mezon Lab: the bot's roles lack manage-clan, required by kicks (in shadow) — "
                    + "give the bot a role with manage-clan before you enforce them",
                "✗ channel 'lost' (config.yaml:4:47): id 1900000000000000099 not found — "
                    + "correct its id, or add the bot to that channel",
                "✓ 2 of 3 names exist on the server",
            ])
    }

    @Test func `a wrong token ends doctor with advice`() async throws {
        let lines = try await lines(as: Self.bot, token: "wrong")
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("✗ GATEWAY: login refused") == true, "\(lines)")
        #expect(
            lines.first?.contains("check MEZON_BOT_ID and MEZON_BOT_TOKEN; Documentation/DeveloperPortal.md") == true, "\(lines)")
    }

    @Test func `doctor reports a refused list and draws no decisions from it`() async throws {
        let lines = try await lines(as: Self.bot, faults: [Fault(.refuse, on: "ListRoles", times: 99, code: 7)])
        #expect(
            lines.dropFirst(2).map { $0.components(separatedBy: " is refused")[0] } == [
                "! Mezon Lab: its roles cannot be read: ListRoles",
                "✗ channel 'lost' (config.yaml:4:47): id 1900000000000000099 not found — "
                    + "correct its id, or add the bot to that channel",
                "✓ 1 of 3 names exist on the server",
            ])
    }

    @Test func `doctor stops when the gateway becomes unreachable`() async throws {
        let lines = try await lines(as: Self.bot, faults: [Fault(.close, on: "ListRoles", times: 1)])
        #expect(lines.count == 3, "\(lines)")
        #expect(lines.last?.hasPrefix("✗ the gateway cannot be reached") == true, "\(lines)")
        #expect(lines.last?.hasSuffix("the remaining checks were skipped; try again") == true, "\(lines)")
    }

    @Test func `a data directory that cannot be created is an error`() throws {
        let folder = try TemporaryDirectory()
        try "a file".write(toFile: folder.path + "/data", atomically: true, encoding: .utf8)
        #expect(
            StorageProbe(folder: folder.path + "/data", time: SystemTime()).findings() == [
                DoctorFinding(
                    .bad, "the data directory \(folder.path)/data is not writable: Not a directory",
                    advice: "change its owner to the user that runs the bot, or pass another directory with --data")
            ])
    }
}
