import AsyncSupport
import BotConfiguration
import ChatModel
import Foundation
import NIOCore

/// The state machine of one connection: bytes and times go in; bytes to write, events and settled calls come out. It holds no socket, clock
/// or lock.
struct IRCSession: Sendable {
    /// The results of the latest inputs; taken with `takeOutcome()`.
    struct Outcome: Sendable {
        var events: [IRCEvent] = []
        var settled: [IRCPendingRequests.Settled] = []
        /// The channels that were joined.
        var joined: [String] = []
        /// The channels whose history was not read to its end.
        var incomplete: [String] = []
        /// The seconds for which the network promises TLS; zero ends the policy.
        var policySeconds: Int?
        var end: End?
    }

    enum End: Hashable, Sendable, CustomStringConvertible {
        case lost(String)
        /// The server refuses the connection as configured.
        case refused(String)
        /// The server must be reached by TLS on that port.
        case upgrade(port: Int)

        var description: String {
            switch self {
            case .lost(let reason), .refused(let reason): reason
            case .upgrade(let port): "the network requires TLS on port \(port)"
            }
        }
    }

    enum Output: Equatable {
        case write([UInt8])
        /// There is something to write, but not before this uptime.
        case wait(until: Duration)
        case idle
    }

    // Enough for any connection, and the maximum number of lines whose outcome is unknown when it breaks.
    static let maxOutstanding = 256
    // The maximum number of lines before a PING, so that answers arrive even from a server that accepts a few lines a second.
    static let maxUnfencedLines = 32
    static let maxFenceDelay: Duration = .seconds(10)
    static let registrationLimit: Duration = .seconds(60)
    static let greetingLimit: Duration = .seconds(10)
    static let nickCheck: Duration = .seconds(180)
    private static let maxBytesAtOnce = 32_768
    // Reading a longer line would only cost CPU time.
    private static let maxDropped = 1 << 20
    private static let maxGreeting = 16 << 20
    // The maximum number of lines that the server can make the client queue. Dropped ones are sent again in time: joins, nick checks and
    // history requests are repeated.
    static let maxControl = 256

    let settings: IRCSettings
    private let startedAt: Duration
    private var lineDecoder = IRCLineDecoder()
    private var keepalive: IRCKeepalive
    /// The limit of RFC 1459 §8.10 on commands.
    private var pacing: BurstRateLimiter
    private var urgent = CircularBuffer<String>()
    private var control = CircularBuffer<String>()
    var lines = CircularBuffer<IRCQueuedLine>()
    private var labels = 0
    private var welcomedAt: Duration?
    /// The number of bytes received before the connection was ready.
    private var greeting = 0
    private var isPaused = false
    private var isOver = false

    var registration: IRCRegistration
    var features = IRCServerFeatures()
    var channels: IRCChannels
    var batches = IRCBatches()
    var requests = IRCPendingRequests()
    var history = IRCHistory()
    var replies = IRCCTCPResponder()
    var netsplits = NetsplitTracker()
    /// The bot's source as other users see it.
    var own: IRCSource
    /// The account that the server knows the bot by; nil if it is not logged in.
    var ownAccount: String?
    var nickCheckAt: Duration?
    /// The text of the server's ERROR.
    var lastError: String?
    var outcome = Outcome()

    /// - Parameter nonce: A value unique to this connection, for a login.
    init(_ settings: IRCSettings, at uptime: Duration, nonce: String = "") {
        self.settings = settings
        startedAt = uptime
        keepalive = IRCKeepalive(at: uptime)
        pacing = BurstRateLimiter(burst: settings.pace.burst, every: settings.pace.every)
        registration = IRCRegistration(settings, nonce: nonce)
        channels = IRCChannels(settings.channels, me: settings.nick)
        own = IRCSource(nick: settings.nick)
        apply(registration.opening(), at: uptime)
    }

    var isReady: Bool { registration.isReady && !isOver }
    var waiting: Int { requests.waiting }

    mutating func takeOutcome() -> Outcome {
        defer { outcome = Outcome() }
        return outcome
    }

    mutating func receive(_ bytes: some Collection<UInt8>, at uptime: Duration, now: Date) {
        keepalive.heard(at: uptime)
        for bytes in lineDecoder.lines(in: bytes) where !isOver {
            if let line = IRCLine(bytes) { handle(line, at: uptime, now: now) }
        }
        if let dropped = lineDecoder.dropped, dropped > Self.maxDropped, !isOver {
            end(.lost("the server sent a line that is too long"))
        }
        guard !registration.isReady, !isOver else { return }
        greeting += bytes.count
        if greeting > Self.maxGreeting { end(.lost("the server's greeting is too long")) }
    }

    /// Pauses the timeouts while the reader takes no events: nothing is read then, so silence means nothing.
    mutating func pause() { isPaused = true }

    mutating func resume(at uptime: Duration) {
        guard isPaused else { return }
        isPaused = false
        keepalive.heard(at: uptime)
        requests.restartTimeout(at: uptime)
    }

    /// Returns the bytes to write now.
    mutating func output(at uptime: Duration) -> Output {
        guard !isOver else { return .idle }
        var bytes = takeUrgent(at: uptime)
        while bytes.count < Self.maxBytesAtOnce, !registration.isWelcomed || pacing.isPermitted(at: uptime) {
            if let line = control.popFirst() {
                write(line, to: &bytes, at: uptime)
            } else if registration.isReady, isFenceDue(at: uptime), let token = requests.fence(at: uptime) {
                write("PING :\(token)\r\n", to: &bytes, at: uptime)
            } else if registration.isReady, requests.outstanding < Self.maxOutstanding, let line = lines.popFirst() {
                writeWaiting(line, to: &bytes, at: uptime)
            } else {
                break
            }
        }
        if !bytes.isEmpty { return .write(bytes) }
        return hasWork ? .wait(until: pacing.nextStart) : .idle
    }

    /// Returns the lines that bypass the queue and the rate limit.
    mutating func takeUrgent(at uptime: Duration) -> [UInt8] {
        var bytes: [UInt8] = []
        while let line = urgent.popFirst() { write(line, to: &bytes, at: uptime) }
        return bytes
    }

    /// Applies timeouts and periodic actions.
    mutating func tick(at uptime: Duration) {
        guard !isOver else { return }
        if !registration.isReady {
            if let welcomedAt {
                if uptime >= welcomedAt + Self.greetingLimit { apply(registration.becomeReady(), at: uptime) }
            } else if uptime >= startedAt + Self.registrationLimit {
                end(.lost("no welcome within \(Self.registrationLimit.components.seconds) s"))
            }
        }
        if !isPaused {
            switch keepalive.decision(at: uptime) {
            case .wait: break
            case .ping: sendUrgently("PING :\(IRCPendingRequests.tokenStart)alive")
            case .dead: end(.lost("no data received for \((IRCKeepalive.period + IRCKeepalive.timeout).components.seconds) s"))
            }
            if let deadline = requests.deadline, uptime >= deadline {
                end(.lost("no response within \(IRCPendingRequests.timeout.components.seconds) s"))
            }
        }
        guard isReady else { return }
        join(channels.due(at: uptime))
        checkNick(at: uptime)
    }

    /// Ends the connection and settles its calls.
    mutating func end(_ reason: End) {
        guard !isOver else { return }
        isOver = true
        let unwritten = Set(lines.lazy.filter { $0.line == 0 }.map(\.call))
        outcome.settled += requests.lost(reason.description, unwritten: unwritten)
        outcome.end = reason
    }

    /// Queues a control line, unless an equal one is already waiting.
    mutating func send(_ line: String) {
        let line = line + "\r\n"
        guard control.count < Self.maxControl, !registration.isReady || !control.contains(where: { $0 == line }) else { return }
        control.append(line)
    }

    /// Queues a line that bypasses the rate limit but is charged to it.
    mutating func sendUrgently(_ line: String) { urgent.append(line + "\r\n") }

    mutating func apply(_ steps: [IRCRegistration.Step], at uptime: Duration) {
        for step in steps {
            switch step {
            case .send(let line): send(line)
            case .welcomed(let nick):
                welcomedAt = uptime
                own.nick = nick
                channels.setNick(nick)
            case .ready:
                channels.compare(by: features.caseMapping)
                channels.start(at: uptime)
                join(channels.due(at: uptime))
                // Marks the bot as one for other bots.
                if let sign = features.botMode { send("MODE \(own.nick) +\(sign)") }
                nickCheckAt = uptime + Self.nickCheck
                outcome.events.append(.connected(nick: own.nick))
            case .refused(let reason): end(.refused(reason))
            case .capabilitiesLost: end(.lost("the server withdrew a required capability"))
            case .upgrade(let port): end(.upgrade(port: port))
            case .promised(let seconds): outcome.policySeconds = seconds
            }
        }
    }

    func has(_ capability: String) -> Bool { registration.capabilities.contains(capability) }

    /// Records settled calls and drops the waiting lines of failed ones.
    mutating func drop(_ settled: [IRCPendingRequests.Settled]) {
        outcome.settled += settled
        for one in settled {
            guard case .failure = one.result else { continue }
            lines.removeAll { $0.call == one.call }
        }
    }

    private var isLabelling: Bool { has("labeled-response") && has("echo-message") && has("message-tags") }

    private func isFenceDue(at uptime: Duration) -> Bool {
        guard requests.unfencedLines > 0 else { return false }
        return lines.isEmpty || requests.outstanding >= Self.maxOutstanding || requests.unfencedLines >= Self.maxUnfencedLines
            || uptime >= requests.unfencedSince + Self.maxFenceDelay
    }

    private var hasWork: Bool {
        if !control.isEmpty { return true }
        guard registration.isReady else { return false }
        return requests.unfencedLines > 0 || !lines.isEmpty && requests.outstanding < Self.maxOutstanding
    }

    private mutating func writeWaiting(_ line: IRCQueuedLine, to bytes: inout [UInt8], at uptime: Duration) {
        guard channels.isJoined(line.channel) else {
            let error: IRCSendError =
                line.line == 0
                ? refusal(line.channel) ?? .notConnected : .ambiguous("the bot left the channel before all lines were sent")
            drop(requests.fail(line.call, error))
            return
        }
        var label: String?
        if isLabelling {
            labels += 1
            label = "m\(labels)"
        }
        requests.written(line.call, line: line.line, label: label, at: uptime)
        write(line.written(label: label, hasTags: has("message-tags")), to: &bytes, at: uptime)
    }

    /// Writes a line. Servers count commands only after the welcome, so registration is not rate limited.
    private mutating func write(_ line: String, to bytes: inout [UInt8], at uptime: Duration) {
        bytes += line.utf8
        if registration.isWelcomed { pacing.record(at: uptime) }
    }
}
