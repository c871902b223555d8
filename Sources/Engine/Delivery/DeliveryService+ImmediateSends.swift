import AsyncSupport
import BotKit
import ChatModel
import MezonProtocol
import Storage
import Synchronization

/// The deliveries that need no worker: a new message that is sent as it is, to a known channel, in one part.
extension DeliveryService {
    /// Sends the next deliveries of a destination without a task, as many as may be under way at once. Only the caller for which
    /// `beginFilling` returned true does so, which keeps their order.
    ///
    /// - Parameter sender: Nil if the destination's sender requires a worker.
    func fillPipeline(to destination: ChannelID, by sender: (any ImmediateSender)?) {
        while true {
            switch nextInPipeline(to: destination) {
            case .send(let delivery, let isFirst):
                if let sender, sendImmediately(delivery, by: sender, isFirst: isFirst) { continue }
                state.withLock { $0.pipelines[destination]?.block(at: delivery) }
            case .wait: return
            case .end(let start):
                if let start { startWorker(start) } else { drainSignal.signal() }
                return
            }
        }
    }

    private enum PipelineStep {
        /// Send a delivery; `isFirst` indicates that no other one of the destination is under way.
        case send(Delivery, isFirst: Bool)
        /// The next acknowledgement or delivery continues.
        case wait
        /// The pipeline has ended. A worker continues, if there is anything left to do.
        case end(WorkerStart?)
    }

    private func nextInPipeline(to destination: ChannelID) -> PipelineStep {
        state.withLock { state in
            guard let pipeline = state.pipelines[destination] else { return .wait }
            if pipeline.mayContinue, !state.isStopping, let delivery = state.queues.takeWaiting(in: destination) {
                let isFirst = pipeline.underWay == 0
                pipeline.start()
                return .send(delivery, isFirst: isFirst)
            }
            guard pipeline.underWay == 0 else {
                pipeline.endFilling()
                return .wait
            }
            state.pipelines[destination] = nil
            var start = WorkerStart(
                destination: destination, failures: pipeline.failures, step: pipeline.blocked.map { .take($0) })
            guard start.failures.isEmpty, start.step == nil else { return .end(start) }
            if state.isStopping { state.queues.stopServing(destination) }
            start.step = state.isStopping ? nil : state.queues.next(in: destination)
            if start.step == nil { state.workers -= 1 }
            return .end(start.step == nil ? nil : start)
        }
    }

    /// Sends a delivery if nothing has to be waited for first. Returns whether it is on its way.
    private func sendImmediately(_ delivery: Delivery, by sender: any ImmediateSender, isFirst: Bool) -> Bool {
        guard let request = immediateRequest(for: delivery, by: sender), store.lease.isCurrent,
            rate?.startsNow(leavingHalf: !isFirst) ?? true
        else { return false }
        return sender.begin(request) { [self] result in
            var failure: DeliveryPipeline.Failure?
            switch result {
            case .success(let sent)?: settle(delivery, .sent(sent.message))
            case .failure(let error)?: failure = .init(delivery: delivery, error: error)
            case nil: failure = .init(delivery: delivery, error: nil)
            }
            let fills = state.withLock { $0.pipelines[delivery.destination]?.finish(failure) ?? false }
            if fills { fillPipeline(to: delivery.destination, by: sender) }
        }
    }

    /// Serves a destination without a worker again. Returns false if its sender does not permit that.
    func resumePipeline(to destination: ChannelID) -> Bool {
        guard let sender = sender(destination) as? any ImmediateSender else { return false }
        state.withLock { $0.pipelines[destination] = DeliveryPipeline(isFilling: true) }
        fillPipeline(to: destination, by: sender)
        return true
    }

    /// Returns the request of a delivery that can be sent without waiting for anything; nil for any other one.
    private func immediateRequest(for delivery: Delivery, by sender: any ImmediateSender) -> OutboundRequest? {
        guard delivery.after == .nothing, delivery.sentParts == 0, sender.repetition == .verified, !mayHaveBeenSent(delivery),
            !isWithdrawn(delivery),
            let channel = store.directory.channel(delivery.destination),
            let outgoing = try? delivery.outgoing(),
            case .send(let draft, _, _) = outgoing.request, draft.attachments.isEmpty,
            sender.splitter?.fits(draft) ?? true, middleware(delivery.destination).allSatisfy({ $0.ignores(outgoing) })
        else { return nil }
        return OutboundRequest(outgoing, in: channel, idempotencyKey: delivery.idempotencyKey(ofPart: 0))
    }
}

extension Delivery {
    /// Returns the request.
    ///
    /// - Throws: `WireError.notARequest`.
    func outgoing() throws -> ResolvedAction { try decoded ?? ResolvedActionCodec.outgoing(payload) }
}
