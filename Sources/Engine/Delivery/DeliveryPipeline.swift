import Storage

/// The deliveries of one destination that were sent and are not acknowledged yet.
///
/// They leave in order, over one connection that keeps their order. After a failure nothing else is sent until the others are
/// acknowledged; a worker then continues with those that failed. Guarded by the lock of the delivery service.
final class DeliveryPipeline {
    /// A delivery whose first attempt failed.
    struct Failure {
        let delivery: Delivery
        /// Nil if the attempt had no effect.
        let error: SendError?

        /// A Boolean value that indicates whether the error still counts once a worker has waited for the connection because of an
        /// earlier failure.
        var isLasting: Bool {
            switch error {
            case .refused, .overtaken: true
            case .ambiguous, .notConnected, .unavailable, nil: false
            }
        }
        /// A Boolean value that indicates whether the message may have been sent nevertheless.
        var isInDoubt: Bool { error?.isAmbiguous ?? false }
    }

    /// The maximum number of deliveries of one destination that are under way at once.
    static let maxUnderWay = 64

    private(set) var underWay = 0
    /// The failed deliveries, oldest first.
    private(set) var failures: [Failure] = []
    /// The next delivery, which has to wait for something.
    private(set) var blocked: Delivery?
    /// A Boolean value that indicates whether a caller is about to send what may be sent.
    private var isFilling: Bool

    init(isFilling: Bool = false) { self.isFilling = isFilling }

    /// A Boolean value that indicates whether another delivery may be sent.
    var mayContinue: Bool { underWay < Self.maxUnderWay && failures.isEmpty && blocked == nil }

    /// Returns true for the caller that is to send what may be sent; false if another one is about to.
    func beginFilling() -> Bool {
        guard !isFilling else { return false }
        isFilling = true
        return true
    }

    func endFilling() { isFilling = false }

    func start() { underWay += 1 }

    /// Ends a delivery that was under way. Returns true if the caller is to send what may be sent.
    func finish(_ failure: Failure?) -> Bool {
        underWay -= 1
        if let failure {
            let index = failures.firstIndex { $0.delivery.id > failure.delivery.id } ?? failures.endIndex
            failures.insert(failure, at: index)
        }
        return beginFilling()
    }

    /// Stops before a delivery that was to be sent and is not under way.
    func block(at delivery: Delivery) {
        underWay -= 1
        blocked = delivery
    }
}
