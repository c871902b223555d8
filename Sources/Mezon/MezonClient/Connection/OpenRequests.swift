import AsyncSupport
import MezonProtocol

/// The requests that were sent and not answered yet.
struct OpenRequests {
    static let limit = 4096

    private var replies = PendingReplies<(any ReplyReceiver)?>(limit: limit)
    private var raw = RawAssembler()

    /// The size of incomplete responses in bytes.
    var heldBytes: Int { raw.heldBytes }

    /// Adds a request.
    ///
    /// - Returns: The id to send it with; `nil` if too many requests are waiting, in which case the slot is failed.
    mutating func add(_ slot: (any ReplyReceiver)?, deadline: Duration) -> UInt16? {
        let cid = replies.insert(slot, deadline: deadline)
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

    mutating func expire(at uptime: Duration, after timeout: Duration) {
        for (cid, slot) in replies.expired(at: uptime) {
            raw.forget(cid)
            slot?.settle(.failure(SocketError.notAcknowledged(after: timeout)))
        }
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
