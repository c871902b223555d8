import MezonWire

/// The requests that were sent and not answered yet.
struct OpenRequests {
    static let limit = 4096

    private var replies = PendingReplies<ReplyPromise?>(limit: limit)
    private var raw = RawAssembler()

    /// What unfinished answers hold.
    var heldBytes: Int { raw.heldBytes }

    /// - Returns: The id to send it under; `nil` when too many wait already, which the slot is then told.
    mutating func add(_ slot: ReplyPromise?, deadline: Duration) -> UInt16? {
        let cid = replies.insert(slot, deadline: deadline)
        if cid == nil { slot?.settle(.failure(SocketError.tooManyRequests(limit: Self.limit))) }
        return cid
    }

    mutating func answer(_ envelope: RtEnvelope, counting counts: inout ConnectionCounters) {
        guard let slot = waiter(UInt16(exactly: envelope.cid), &counts) else { return }
        slot.settle(.success(.envelope(envelope)))
    }

    mutating func answer(_ frame: RawFrame, counting counts: inout ConnectionCounters) {
        // What nobody waits for is not put together; a ping waits for no content. What is put together ends with its request's time.
        guard let slot = replies[frame.cid], slot != nil else {
            if frame.isFinal { _ = waiter(frame.cid, &counts) }
            return
        }
        switch raw.add(frame) {
        case .incomplete: break
        case .complete(let answer):
            waiter(answer.cid, &counts)?.settle(.success(.raw(status: answer.status, payload: answer.payload)))
        case .dropped(let cid):
            counts.droppedAnswers += 1
            waiter(cid, &counts)?.settle(.failure(SocketError.unexpectedReply("an answer beyond the limits")))
        }
    }

    mutating func expire(at uptime: Duration, after timeout: Duration) {
        for (cid, slot) in replies.expired(at: uptime) {
            raw.forget(cid)
            slot?.settle(.failure(SocketError.notAcknowledged(after: timeout)))
        }
    }

    /// The connection is gone.
    mutating func failAll() {
        for slot in replies.removeAll() { slot?.settle(.failure(SocketError.connectionLost)) }
    }

    private mutating func waiter(_ cid: UInt16?, _ counts: inout ConnectionCounters) -> ReplyPromise? {
        guard let cid, let slot = replies.remove(cid) else {
            counts.staleReplies += 1
            return nil
        }
        counts.replies += 1
        return slot
    }
}
