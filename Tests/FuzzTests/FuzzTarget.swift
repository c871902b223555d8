import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import MezonClient
import MezonProtocol
import ModelContextServer
import Recurrence
import RuleEngine
import Storage
import Webhooks

@testable import IRC
@testable import Matrix
@testable import ProgramBots

/// A reader of input from outside. No bytes may make it trap, hang, or take memory without bound.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// Lines of an assistant program (MCP).
    case assistant
    /// Calendars of public holidays and absences (iCalendar).
    case calendar
    /// Configurations in YAML.
    case configuration
    /// The JSON of a message's content.
    case content
    /// Recorded conversations of tests.
    case fixture
    /// Socket frames of Mezon, and what rules decide about them.
    case frame
    /// Lines of an IRC server.
    case irc
    /// Exported journals.
    case journal
    /// Sync responses and HTML of Matrix.
    case matrix
    /// Times and recurrences in words.
    case phrase
    /// Lines of a program that is a bot.
    case program
    /// Bodies of webhooks.
    case webhook

    /// Reads an input. Errors are expected, and a violated property traps.
    func read(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        switch self {
        case .assistant: for line in bytes.split(separator: 0x0A) { _ = try? IncomingMessage(line) }
        case .calendar: _ = ICSCalendar(text, zone: .utc, zones: ZoneRulesCache()).exceptions
        case .configuration: _ = CompiledConfiguration.fuzzed(text)
        case .content: Self.readContent(text)
        case .fixture: _ = try? Fixture(text: text)
        case .frame: Self.readFrame(bytes)
        case .irc: Self.readLines(bytes)
        case .journal: Self.readJournal(bytes)
        case .matrix: Self.readMatrix(text)
        case .phrase: Self.readPhrase(text)
        case .program:
            for line in text.split(separator: "\n").map(String.init) {
                _ = try? ProgramHello(line)
                _ = try? ProgramReply(line, turn: 1)
            }
        case .webhook:
            for type in ["application/json", "application/x-www-form-urlencoded", "text/plain"] {
                guard let body = try? WebhookBody(bytes, contentType: type) else { continue }
                for event in [nil, "push", "pull_request", "issues", "release"] { _ = WebhookMessage(body, event: event) }
            }
        }
    }

    private static func readContent(_ text: String) {
        let content = ContentJSON.decode(text)
        let encoded = ContentJSON.encode(content)
        precondition(ContentJSON.encode(ContentJSON.decode(encoded)) == encoded, "content changes when it is stored and read")
        let message = Message.make(content: content, code: .poll)
        _ = (message.readableText, message.location, MatrixHTMLConverter.html(of: content), IRCStyledText.paragraphs(of: content))
    }

    private static func readFrame(_ bytes: [UInt8]) {
        let now = Date(timeIntervalSince1970: 1_767_787_200)
        _ = SystemEvent(frame: bytes)
        _ = FrameRedactor.redacted(bytes)
        guard case .envelope(let envelope)? = try? Frame(bytes),
            let event = ReceivedEvent.make(envelope, bytes, receivedAt: now).event,
            let input = RuleInput(event.event, for: rules, channel: { _ in nil })
        else { return }
        _ = RuleEvaluator().decide(input, EventContext(now: now, me: 5), by: rules, seeing: .unknown)
    }

    private static func readLines(_ bytes: [UInt8]) {
        let settings = IRCSettings(
            host: "irc.example", tls: .verified, nick: "an", username: "an", realname: "An", sasl: nil,
            channels: [IRCSettings.RemoteChannel("#lobby")], pace: IRCSettings.RateLimit(burst: 1, every: .zero))
        var session = IRCSession(settings, at: .zero)
        var uptime = Duration.zero
        for line in bytes.split(separator: 0x0A, maxSplits: 500, omittingEmptySubsequences: true) {
            uptime += .seconds(1)
            session.receive(line + [0x0A], at: uptime, now: Date(timeIntervalSince1970: 1_767_787_200))
            while case .write = session.output(at: uptime) {}
            session.tick(at: uptime)
        }
        _ = session.takeOutcome()
        _ = IRCTextDecoder.content(of: String(decoding: bytes, as: UTF8.self))
    }

    private static func readJournal(_ bytes: [UInt8]) {
        guard let folder = try? TemporaryDirectory(), let directory = try? DataDirectory(folder.path),
            let reader = try? JournalImport(into: directory, cipher: nil)
        else { return }
        do {
            try reader.consume(Data(bytes))
            _ = try reader.finish()
        } catch {
            reader.discard()
        }
    }

    private static func readMatrix(_ text: String) {
        if let value = JSONReader.value(of: text) { _ = MatrixSync(value, of: ["!r:example.org"]) }
        let content = MatrixHTMLConverter.content(html: text, body: text)
        _ = MatrixHTMLConverter.html(of: content)
    }

    private static func readPhrase(_ text: String) {
        let now = Date(timeIntervalSince1970: 1_767_787_200)
        _ = try? ParsedPhrase(text).resolve(now: now, in: .utc, zones: ZoneRulesCache())
        _ = try? ReminderRequest(text)
        guard let recurrence = try? Recurrence(notation: text) else { return }
        _ = Schedule(recurrence, in: .utc, from: now).occurrences(from: now, limit: 20)
    }

    /// Rules with conditions and actions of most kinds.
    private static let rules: RuleSet = {
        guard let plan = CompiledConfiguration.fuzzed(ruleText) else { fatalError("the rules of the target have errors") }
        return plan.rules
    }()
}

extension CompiledConfiguration {
    /// Checks a configuration without starting programs.
    fileprivate static func fuzzed(_ text: String) -> CompiledConfiguration? {
        check(texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]), .omitted).compiled
    }
}
