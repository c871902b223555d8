import MezonWire

/// Joins the chunks of RAW answers, several of which may be open at once (protocol page §2.4).
struct RawAssembler {
    struct Answer: Equatable {
        var cid: UInt16
        /// A gRPC code; 0 for success.
        var status: UInt16
        var payload: [UInt8]
    }

    enum Step: Equatable {
        case incomplete
        case complete(Answer)
        /// More than a bot may be sent: what was collected for this id is thrown away, and so is its rest.
        case dropped(cid: UInt16)
    }

    private enum Progress {
        case collecting(status: UInt16, [UInt8])
        case dropping
    }

    private let limitInBytes: Int
    private let openLimit: Int
    private var open: [UInt16: Progress] = [:]

    init(limitInBytes: Int = 16 << 20, openLimit: Int = 64) {
        self.limitInBytes = limitInBytes
        self.openLimit = openLimit
    }

    mutating func add(_ frame: RawFrame) -> Step {
        switch open.removeValue(forKey: frame.cid) {
        case nil:
            if frame.isFinal { return finish(frame.cid, frame.status, frame.payload) }
            guard open.count < openLimit else { return .dropped(cid: frame.cid) }
            return keep(frame.cid, frame.status, frame.payload)
        case .dropping:
            if !frame.isFinal { open[frame.cid] = .dropping }
            return .incomplete
        case .collecting(let status, var payload):
            payload += frame.payload
            // An error anywhere makes it an error, whichever chunk carries the code.
            let status = status == 0 ? frame.status : status
            return frame.isFinal ? finish(frame.cid, status, payload) : keep(frame.cid, status, payload)
        }
    }

    /// Nobody waits for this answer any more.
    mutating func forget(_ cid: UInt16) { open[cid] = nil }

    private func finish(_ cid: UInt16, _ status: UInt16, _ payload: [UInt8]) -> Step {
        guard payload.count <= limitInBytes else { return .dropped(cid: cid) }
        return .complete(Answer(cid: cid, status: status, payload: payload))
    }

    private mutating func keep(_ cid: UInt16, _ status: UInt16, _ payload: [UInt8]) -> Step {
        guard payload.count <= limitInBytes else {
            open[cid] = .dropping
            return .dropped(cid: cid)
        }
        open[cid] = .collecting(status: status, payload)
        return .incomplete
    }
}
