import ChatModel

/// The configured faults and their random numbers: the same seed and the same requests result in the same faults.
struct FaultInjector {
    private(set) var rules: [Rule] = []
    private var generator: SplitMix64

    struct Rule: Encodable, Equatable {
        var fault: Fault
        /// The number of requests that matched it.
        var matched = 0
        /// The number of requests that it was applied to.
        var struck = 0
    }

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func add(_ fault: Fault) { rules.append(Rule(fault: fault)) }
    mutating func removeAll() { rules.removeAll() }

    /// Returns the faults of a request or a push; `nil` for none, the usual case.
    mutating func plan(at point: String, account: String) -> FaultPlan? {
        guard !rules.isEmpty else { return nil }
        var plan: FaultPlan?
        for index in rules.indices where matches(rules[index].fault, point, account) {
            rules[index].matched += 1
            guard applies(index) else { continue }
            rules[index].struck += 1
            plan = plan ?? FaultPlan()
            plan?.add(rules[index].fault)
        }
        return plan
    }

    private func matches(_ fault: Fault, _ point: String, _ account: String) -> Bool {
        (fault.on == point || fault.on == "any") && (fault.account == nil || fault.account == account)
    }

    private mutating func applies(_ index: Int) -> Bool {
        let rule = rules[index]
        if let nth = rule.fault.nth, rule.matched != nth { return false }
        if let times = rule.fault.times, rule.struck >= times { return false }
        guard let probability = rule.fault.probability else { return true }
        return Double.random(in: 0..<1, using: &generator) < probability
    }
}

/// The combined faults of one request or push.
struct FaultPlan: Equatable {
    var isDropped = false
    var losesAnswer = false
    var halfOpens = false
    var copies = 1
    var delay: Duration?
    var refusal: GatewayRequestError?
    var closeCode: UInt16?

    mutating func add(_ fault: Fault) {
        switch fault.kind {
        case .drop: isDropped = true
        case .delay: delay = (delay ?? .zero) + .milliseconds(fault.milliseconds ?? 0)
        case .duplicate: copies = 2
        case .refuse: refusal = refusal(fault, status: 13, "internal server error occurred")
        case .loseAck: losesAnswer = true
        case .halfOpen: halfOpens = true
        case .rateLimit: refusal = refusal(fault, status: 8, "too many requests; wait \(fault.milliseconds ?? 1000) ms")
        case .unauthorized: refusal = refusal(fault, status: 16, "invalid authentication token")
        case .close: closeCode = UInt16(clamping: fault.code ?? 1011)
        }
    }

    private func refusal(_ fault: Fault, status: UInt16, _ message: String) -> GatewayRequestError {
        GatewayRequestError(status: fault.code.map { UInt16(clamping: $0) } ?? status, message: fault.message ?? message)
    }
}
