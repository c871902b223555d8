import BotKit
import ChatModel
import Delivery
import Foundation
import MezonProtocol
import MezonTestGateway
import Storage
import Synchronization

/// A sender that carries out the bot's requests in a clan without a network as Mezon would, with its permissions, mutes and
/// length limits.
final class TestClanSender: Sender {
    private struct State {
        var gateway: InMemoryGateway
        /// The events that the bot's own requests caused and that are not yet in the journal.
        var heard: [(channel: ChannelID, envelopes: [RtEnvelope])] = []
        var sent: [(channel: ChannelID, line: String)] = []
        /// The web requests sent, of which the responses may be decided upon before other deliveries end.
        var requested: [(channel: ChannelID, line: String)] = []
        var sentEphemerals: [UserID: [Draft]] = [:]
        /// The ephemeral messages that were lost and are not repeated, because nobody can tell whether they have arrived.
        var lostEphemerals: [UserID: [Draft]] = [:]
        var faults: [Int: SendFault] = [:]
        var calls = 0
        var notModelled: [String] = []
    }

    private let me: UserID
    private let time: ManualTime
    private let web: TestWeb
    private let state: Mutex<State>

    init(_ gateway: InMemoryGateway, me: UserID, web: TestWeb, time: ManualTime) {
        self.me = me
        self.web = web
        self.time = time
        state = Mutex(State(gateway: gateway))
    }

    /// Reads or changes the in-memory gateway.
    func gateway<Value: Sendable>(_ body: (inout InMemoryGateway) throws -> Value) rethrows -> Value {
        try state.withLock { try body(&$0.gateway) }
    }

    /// Calls a procedure as the bot's account.
    func call(_ rpc: RPC, _ body: [UInt8]) throws -> [UInt8] {
        let now = time.now
        return try gateway { try $0.call(rpc, body, as: me, at: now).answer }
    }

    /// Makes the n-th request from now on fail.
    func fail(_ number: Int, with fault: SendFault) { state.withLock { $0.faults[$0.calls + number] = fault } }

    /// Forgets the faults that have not occurred.
    func clearFaults() { state.withLock { $0.faults = [:] } }

    /// Removes and returns the events that the bot's requests have caused, channel by channel: channels are served concurrently,
    /// so there is no order between them.
    func takeHeard() -> [RtEnvelope] {
        state.withLock { state in
            defer { state.heard = [] }
            return state.heard.enumerated().sorted { ($0.element.channel, $0.offset) < ($1.element.channel, $1.offset) }
                .flatMap(\.element.envelopes)
        }
    }

    /// Removes and returns descriptions of the requests sent, in the same order.
    func takeSent() -> [String] {
        takeRequested() + state.withLock { Self.take(&$0.sent) }
    }

    /// Removes and returns descriptions of the web requests sent, in the same order.
    func takeRequested() -> [String] { state.withLock { Self.take(&$0.requested) } }

    private static func take(_ lines: inout [(channel: ChannelID, line: String)]) -> [String] {
        defer { lines = [] }
        return lines.enumerated().sorted { ($0.element.channel, $0.offset) < ($1.element.channel, $1.offset) }
            .map(\.element.line)
    }

    func takeNotModelled() -> String? {
        state.withLock { state in
            defer { state.notModelled = [] }
            return state.notModelled.first
        }
    }

    func noteNotModelled(_ call: String) { state.withLock { $0.notModelled.append(call) } }

    func sentEphemerals(to user: UserID) -> [Draft] { state.withLock { $0.sentEphemerals[user] ?? [] } }

    func lostEphemerals(to user: UserID) -> [Draft] { state.withLock { $0.lostEphemerals[user] ?? [] } }

    let splitter: MessageSplitter? = MessageSplitter()
    let showsAuthorProfiles = false
    let repetition = ResendMode.verified

    func waitUntilConnected(to channel: ChannelID) async throws { try Task.checkCancellation() }

    func send(_ outboundRequest: OutboundRequest) async throws -> SendResult {
        try Task.checkCancellation()
        let now = time.now
        let channel = outboundRequest.channel
        let outgoing = TestMediaURLs.carried(outboundRequest.outgoing)
        if case .web(let web) = outgoing.request { return try answer(to: web.request, in: channel) }
        return try state.withLock { state in
            state.calls += 1
            let fault = state.faults.removeValue(forKey: state.calls)
            let line = "→ \(TranscriptFormatter.words(for: outgoing, in: channel))"
            if let fault, !fault.arrives {
                state.sent.append((channel.id, "\(line), but \(fault.error)"))
                if case .ephemeral(let draft, let user, _) = outgoing.request, fault == .lost {
                    state.lostEphemerals[user, default: []].append(draft)
                }
                throw fault.error
            }
            do {
                let result = try state.gateway.perform(outgoing, in: channel, as: me, at: now)
                state.heard.append((channel.id, result.pushes))
                state.sent.append((channel.id, fault.map { "\(line), but \($0.error)" } ?? line))
                if case .ephemeral(let draft, let user, _) = outgoing.request {
                    state.sentEphemerals[user, default: []].append(draft)
                }
                if let fault { throw fault.error }
                return SendResult(result.message ?? outgoing.actedOn)
            } catch let refused as InMemoryGateway.RequestError {
                if refused.isUnknown { state.notModelled.append("the request '\(outgoing.request.kind)'") }
                state.sent.append((channel.id, "\(line), but the server refused it: \(refused)"))
                throw SendError(refused)
            }
        }
    }

    private func answer(to request: WebRequest, in channel: Channel) throws(SendError) -> SendResult {
        let outcome = web.answer(to: request)
        state.withLock { $0.requested.append((channel.id, "→ \(request.method.rawValue) \(request.url)")) }
        switch outcome {
        case .response(let response): return SendResult(0, response: response)
        case .failure(let failure): throw .refused(code: 0, "\(failure)")
        case nil:
            noteNotModelled("\(request.method.rawValue) \(request.url); call clan.http(\"\(request.url)\", answers: …)")
            throw .refused(code: 0, "the test clan does not model it")
        }
    }

    func conversation(with user: UserID) async throws -> Channel {
        let now = time.now
        return try state.withLock { state in
            do throws(InMemoryGateway.RequestError) {
                let (channel, heard) = try state.gateway.conversation(of: me, with: user, at: now)
                state.heard.append((channel.id, heard))
                return channel
            } catch {
                throw SendError(error)
            }
        }
    }

    func thread(_ name: String, in channel: Channel, creating opening: ThreadOpening?) async throws -> Channel {
        let lookup = ThreadLookup(name, below: channel, creating: opening)
        let now = time.now
        return try state.withLock { state in
            do throws(InMemoryGateway.RequestError) {
                let (thread, heard) = try state.gateway.thread(lookup, as: me, at: now)
                state.heard.append((thread.id, heard))
                return thread
            } catch {
                throw SendError(error)
            }
        }
    }

    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
        gateway { $0.messages(in: channel.id, before: cursor, limit: 100) }
    }
}

extension SendError {
    /// Creates the error that a socket's rejection with the same code gives.
    fileprivate init(_ refused: InMemoryGateway.RequestError) {
        self =
            refused.code == 8
            ? .unavailable(refused.reason, retryAfter: nil) : .refused(code: refused.code, refused.reason)
    }
}

extension InMemoryGateway {
    fileprivate mutating func perform(
        _ outgoing: ResolvedAction, in channel: Channel, as me: UserID, at now: Date
    ) throws(RequestError) -> (message: MessageID?, pushes: [RtEnvelope]) {
        switch outgoing.request {
        case .account(.sendTokens(let tokens, let user, let note)):
            (nil, try giveTokens(tokens, note: note, from: me, to: user, at: now))
        case .account(.giveCoffee(let order)):
            (
                nil,
                try giveTokens(CoffeeOrder.price, note: CoffeeOrder.note, from: me, to: order.author, at: now)
                    + giveCoffee(for: order.message, in: order.channel, from: me)
            )
        default: try perform(RequestTransport(outgoing, in: channel, at: now), as: me, at: now)
        }
    }
}

extension ResolvedAction {
    /// The message that the action applies to; zero for none.
    fileprivate var actedOn: MessageID {
        switch request {
        case .react(_, let message, _), .unreact(_, let message, _), .edit(let message, _, _), .delete(let message, _),
            .pin(let message):
            message
        case .send, .editReply, .withdraw, .directMessage, .thread, .ephemeral, .clan, .member, .relay, .web, .account, .call: 0
        }
    }
}
