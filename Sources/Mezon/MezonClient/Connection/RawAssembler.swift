import MezonProtocol

/// Assembles the chunks of RAW responses, several of which may be incomplete at once (Documentation/Protocol.md §2.3).
struct RawAssembler {
    struct Answer: Equatable {
        var cid: UInt16
        /// The gRPC code; 0 for success.
        var status: UInt16
        var payload: [UInt8]
    }

    enum Step: Equatable {
        case incomplete
        case complete(Answer)
        /// The response exceeds a limit: its chunks so far and its remaining ones are dropped.
        case dropped(cid: UInt16)
    }

    private enum Progress {
        case collecting(status: UInt16, [UInt8])
        case dropping
    }

    private let limitInBytes: Int
    private let totalLimitInBytes: Int
    private let openLimit: Int
    private var open: [UInt16: Progress] = [:]
    /// The total size of all incomplete responses in bytes.
    private(set) var heldBytes = 0

    init(limitInBytes: Int = 16 << 20, totalLimitInBytes: Int = 32 << 20, openLimit: Int = 64) {
        self.limitInBytes = limitInBytes
        self.totalLimitInBytes = totalLimitInBytes
        self.openLimit = openLimit
    }

    mutating func add(_ frame: RawFrame) -> Step {
        switch take(frame.cid) {
        case nil:
            if frame.isFinal { return finish(frame.cid, frame.status, frame.payload) }
            guard open.count < openLimit else { return .dropped(cid: frame.cid) }
            return keep(frame.cid, frame.status, frame.payload)
        case .dropping:
            if !frame.isFinal { open[frame.cid] = .dropping }
            return .incomplete
        case .collecting(let status, var payload):
            payload += frame.payload
            // An error code in any chunk makes the whole response an error.
            let status = status == 0 ? frame.status : status
            return frame.isFinal ? finish(frame.cid, status, payload) : keep(frame.cid, status, payload)
        }
    }

    /// Drops the response to an abandoned request.
    mutating func forget(_ cid: UInt16) { _ = take(cid) }

    private mutating func take(_ cid: UInt16) -> Progress? {
        let progress = open.removeValue(forKey: cid)
        if case .collecting(_, let payload) = progress { heldBytes -= payload.count }
        return progress
    }

    private func finish(_ cid: UInt16, _ status: UInt16, _ payload: [UInt8]) -> Step {
        guard payload.count <= limitInBytes else { return .dropped(cid: cid) }
        return .complete(Answer(cid: cid, status: status, payload: payload))
    }

    private mutating func keep(_ cid: UInt16, _ status: UInt16, _ payload: [UInt8]) -> Step {
        guard payload.count <= limitInBytes, heldBytes + payload.count <= totalLimitInBytes else {
            open[cid] = .dropping
            return .dropped(cid: cid)
        }
        heldBytes += payload.count
        open[cid] = .collecting(status: status, payload)
        return .incomplete
    }
}
