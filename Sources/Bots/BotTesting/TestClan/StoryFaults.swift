import ChatModel

/// The faults that a seed draws for the actions of a story.
struct StoryFaults: Sendable {
    enum Fault: Sendable, CustomStringConvertible {
        /// The n-th request from now on fails.
        case request(Int, SendFault)
        /// The process is killed before it commits the n-th decision from now on.
        case commit(Int)
        case restart(isKilled: Bool)

        var description: String {
            switch self {
            case .request(let number, let fault):
                "request \(number) from here: \(fault.error)\(fault.arrives ? ", but it arrives" : "")"
            case .commit(let number): "killed before decision \(number) from here is committed"
            case .restart(let isKilled): isKilled ? "killed" : "restarted"
            }
        }
    }

    let seed: UInt64
    /// The numbers of actions whose faults are left out.
    let skipped: Set<Int>

    /// Returns the fault before an action; nil for none. It does not depend on other actions.
    func fault(beforeAction number: Int) -> Fault? {
        guard !skipped.contains(number) else { return nil }
        var random = SplitMix64(seed: seed ^ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
        guard Bool.random(using: &random) else { return nil }
        let place = Int.random(in: 1...3, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: return .request(place, .lostAcknowledgement)
        case 2: return .request(place, .lost)
        case 3: return .request(place, .unavailable)
        case 4: return .request(place, .rateLimited(after: .seconds(3)))
        case 5, 6: return .commit(place)
        default: return .restart(isKilled: Bool.random(using: &random))
        }
    }
}

/// The way in which a story is told: under faults, or with the pauses of the same story under faults.
enum StoryMode: Sendable {
    case faults(StoryFaults)
    /// The time that passes after each action.
    case pauses([Duration])
}

/// The actions of a story so far, with their faults and pauses.
struct StoryRecord: Sendable {
    var mode: StoryMode
    /// The number of actions so far.
    var actions = 0
    /// The time that has passed after each action, until nothing waited to be sent again.
    var pauses: [Duration] = []
    /// The faults, by the numbers of the actions before which they were drawn.
    var faults: [Int: String] = [:]
}
