import Foundation

/// The requests that wait for an answer.
///
/// A labeled line is answered by its echo, or by an error with the same label. Lines without a label form groups, each closed by a PING
/// with its own token: servers answer in order, so all results of a group's lines arrive before its PONG.
struct IRCPendingRequests: Sendable {
    struct Settled: Equatable {
        let call: Int
        let result: Result<[IRCAcknowledgement], IRCSendError>
    }

    private struct Call {
        /// The folded channel name.
        let channel: String
        var lines: Int
        var acknowledgements: [Int: IRCAcknowledgement] = [:]
    }

    private struct Awaited {
        let call: Int
        let line: Int
        let channel: String
        /// The position among all lines written.
        let order: Int
    }

    private struct Rejection {
        var count: Int
        let code: String
        let text: String
    }

    private struct Group {
        var lines: [Awaited] = []
        /// The refusals, by folded channel name.
        var refusals: [String: Rejection] = [:]
        var token: String?
    }

    static let timeout: Duration = .seconds(30)

    private var calls: [Int: Call] = [:]
    private var labels: [String: Awaited] = [:]
    /// The groups of unlabeled lines; the last may still be open.
    private var groups: [Group] = []
    private var tokens = 0
    private var written = 0
    private var progressAt = Duration.zero
    /// The number of lines written and not answered, labeled or not.
    private(set) var outstanding = 0
    /// The number of lines without a PING behind them, and the uptime at which the first of them was written.
    private(set) var unfencedLines = 0
    private(set) var unfencedSince = Duration.zero

    var waiting: Int { calls.count }

    /// The uptime after which answers are overdue; `nil` while none is expected.
    var deadline: Duration? {
        labels.isEmpty && !groups.contains { $0.token != nil } ? nil : progressAt + Self.timeout
    }

    mutating func begin(_ call: Int, channel: String, lines: Int) { calls[call] = Call(channel: channel, lines: lines) }

    mutating func written(_ call: Int, line: Int, label: String?, at uptime: Duration) {
        guard let channel = calls[call]?.channel else { return }
        if deadline == nil { progressAt = uptime }
        outstanding += 1
        written += 1
        let awaited = Awaited(call: call, line: line, channel: channel, order: written)
        if let label {
            labels[label] = awaited
            return
        }
        if groups.last.map({ $0.token != nil }) ?? true { groups.append(Group()) }
        groups[groups.count - 1].lines.append(awaited)
        if unfencedLines == 0 { unfencedSince = uptime }
        unfencedLines += 1
    }

    /// Closes the open group and returns the token of its PING; nil if there is nothing to close.
    mutating func fence(at uptime: Duration) -> String? {
        guard unfencedLines > 0, groups.last?.token == nil, !groups.isEmpty else { return nil }
        if deadline == nil { progressAt = uptime }
        tokens += 1
        let token = "\(Self.tokenStart)\(tokens)"
        groups[groups.count - 1].token = token
        unfencedLines = 0
        return token
    }

    static let tokenStart = "mb-"

    /// Settles a labeled line by its echo, or by an acknowledgement without one.
    mutating func echoed(_ label: String, _ acknowledgement: IRCAcknowledgement, at uptime: Duration) -> [Settled] {
        guard let awaited = labels.removeValue(forKey: label) else { return [] }
        progressAt = uptime
        outstanding -= 1
        return answer(awaited, acknowledgement).map { [$0] } ?? []
    }

    mutating func refused(label: String, code: String, text: String, at uptime: Duration) -> [Settled] {
        guard let awaited = labels.removeValue(forKey: label) else { return [] }
        progressAt = uptime
        outstanding -= 1
        return fail(awaited.call, .refused(code: code, text: text))
    }

    /// Records an error about a channel: it concerns a line of the group whose PONG comes next.
    mutating func refused(channel: String, code: String, text: String) {
        guard let first = groups.first, first.lines.contains(where: { $0.channel == channel }) else { return }
        groups[0].refusals[channel, default: Rejection(count: 0, code: code, text: text)].count += 1
    }

    /// Processes an error about a line that was too long for the server to read, including its label. Servers answer in order, so it
    /// concerns the first waiting line; in a group, any of its lines.
    mutating func unread(code: String, text: String, at uptime: Duration) -> [Settled] {
        if let label = labels.min(by: { $0.value.order < $1.value.order })?.key {
            return refused(label: label, code: code, text: text, at: uptime)
        }
        for channel in Set(groups.first?.lines.map(\.channel) ?? []) { refused(channel: channel, code: code, text: text) }
        return []
    }

    mutating func pongReceived(_ token: String, at uptime: Duration) -> [Settled] {
        guard let index = groups.firstIndex(where: { $0.token == token }) else { return [] }
        progressAt = uptime
        var settled: [Settled] = []
        for group in groups[...index] { settled += resolve(group) }
        groups.removeSubrange(...index)
        return settled
    }

    /// Fails a call, whatever answers still arrive for it.
    mutating func fail(_ call: Int, _ error: IRCSendError) -> [Settled] {
        calls.removeValue(forKey: call).map { _ in [Settled(call: call, result: .failure(error))] } ?? []
    }

    /// Restarts the answer timeout after a pause in which nothing was read.
    mutating func restartTimeout(at uptime: Duration) { progressAt = uptime }

    /// Forgets a call whose caller has gone. Lines that were written remain written.
    mutating func forget(_ call: Int) { calls[call] = nil }

    /// Fails all calls after the connection was lost: it is unknown which of the written lines reached the server.
    ///
    /// - Parameter unwritten: The calls of which no line was written.
    mutating func lost(_ reason: String, unwritten: Set<Int>) -> [Settled] {
        let settled = calls.keys.sorted().map { call in
            Settled(call: call, result: .failure(unwritten.contains(call) ? .notConnected : .ambiguous(reason)))
        }
        self = IRCPendingRequests()
        return settled
    }

    private mutating func resolve(_ group: Group) -> [Settled] {
        outstanding -= group.lines.count
        var settled: [Settled] = []
        for awaited in group.lines {
            guard let refusal = group.refusals[awaited.channel] else {
                if let one = answer(awaited, IRCAcknowledgement()) { settled.append(one) }
                continue
            }
            let others = group.lines.filter { $0.channel == awaited.channel }
            // If only some lines of a channel were refused, the errors do not show which ones.
            let isSure = refusal.count >= others.count || others.allSatisfy { $0.call == awaited.call }
            let error: IRCSendError =
                isSure
                ? .refused(code: refusal.code, text: refusal.text)
                : .ambiguous("\(refusal.count) of \(others.count) lines were refused: \(refusal.text)")
            settled += fail(awaited.call, error)
        }
        return settled
    }

    private mutating func answer(_ awaited: Awaited, _ acknowledgement: IRCAcknowledgement) -> Settled? {
        guard var call = calls[awaited.call] else { return nil }
        call.acknowledgements[awaited.line] = acknowledgement
        guard call.acknowledgements.count >= call.lines else {
            calls[awaited.call] = call
            return nil
        }
        calls[awaited.call] = nil
        return Settled(
            call: awaited.call, result: .success((0..<call.lines).map { call.acknowledgements[$0] ?? IRCAcknowledgement() }))
    }
}
