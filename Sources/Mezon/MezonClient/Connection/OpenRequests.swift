import AsyncSupport
import MezonProtocol

/// The requests that were sent and not answered yet.
struct OpenRequests {
    static let limit = 4096

    private var replies = PendingReplies<(any ReplyReceiver)?>(limit: limit)
    private var raw = RawAssembler()

    /// The size of incomplete responses in bytes.
    var heldBytes: Int { raw.heldBytes }

    /// A Boolean value that indicates whether no request waits for its response.
    var isEmpty: Bool { replies.count == 0 }

    /// A Boolean value that indicates whether a caller waits for a response. Nobody waits for that to a ping.
    var hasWaiters: Bool { replies.waiters.contains { $0 != nil } }

    /// Adds a request.
    ///
    /// - Parameter isOrdered: Pass true for a request that the server answers before any later one.
    /// - Returns: The id to send it with; `nil` if too many requests are waiting, in which case the slot is failed.
    mutating func add(_ slot: (any ReplyReceiver)?, isOrdered: Bool = false, at uptime: Duration) -> UInt16? {
        let cid = replies.insert(slot, isOrdered: isOrdered, at: uptime)
        if cid == nil { slot?.settle(.failure(SocketError.tooManyRequests(limit: Self.limit))) }
        return cid
    }

    mutating func answer(_ envelope: RtEnvelope, counting counts: inout ConnectionCounters) {
        guard let slot = waiter(UInt16(exactly: envelope.cid), &counts) else { return }
        slot.settle(.success(.envelope(envelope)))
    }

    mutating func answer(_ frame: RawFrame, counting counts: inout ConnectionCounters) {
        // A response is only assembled if a caller waits for it, and a ping needs no content. An incomplete response is dropped when its
        // request times out.
        guard let slot = replies[frame.cid], slot != nil else {
            if frame.isFinal { _ = waiter(frame.cid, &counts) }
            return
        }
        switch raw.add(frame) {
        case .incomplete: break
        case .complete(let answer):
            waiter(answer.cid, &counts)?.settle(.success(.raw(status: answer.status, payload: answer.payload)))
        case .dropped(let cid):
            counts.droppedReplies += 1
            waiter(cid, &counts)?.settle(.failure(SocketError.unexpectedReply("a response beyond the limits")))
        }
    }

    /// Fails the requests whose time is up.
    mutating func expire(at uptime: Duration, _ timing: ConnectionTiming) {
        for expired in replies.expired(at: uptime, after: timing.request, overtaken: timing.overtaken) {
            raw.forget(expired.cid)
            let error: SocketError =
                expired.waited < timing.request
                ? .overtaken(pending: timing.request - expired.waited) : .notAcknowledged(after: timing.request)
            expired.waiter?.settle(.failure(error))
        }
    }

    /// Returns whether a ping is to be sent, because a request has waited for some time and its fate is not known.
    func needsProbe(at uptime: Duration, _ timing: ConnectionTiming) -> Bool {
        replies.needsProbe(at: uptime, after: timing.probe)
    }

    /// Fails all requests after the end of the connection.
    mutating func failAll() {
        for slot in replies.removeAll() { slot?.settle(.failure(SocketError.connectionLost)) }
    }

    private mutating func waiter(_ cid: UInt16?, _ counts: inout ConnectionCounters) -> (any ReplyReceiver)? {
        guard let cid, let slot = replies.remove(cid) else {
            counts.staleReplies += 1
            return nil
        }
        counts.replies += 1
        return slot
    }
}
