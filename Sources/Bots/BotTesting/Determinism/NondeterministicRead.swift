import CRuntimeProbe

/// A nondeterministic source of the system that a bot can read instead of its context.
enum NondeterministicRead: CaseIterable {
    case wallClock, runningClock, chance

    private var bit: UInt32 {
        switch self {
        case .wallClock: UInt32(stretch_wall_clock)
        case .runningClock: UInt32(stretch_running_clock)
        case .chance: UInt32(stretch_chance)
        }
    }

    /// The name in a test's failure, and the replacement that a bot should use.
    var words: (name: String, instead: String) {
        switch self {
        case .wallClock: ("the wall clock", "context.now")
        case .runningClock: ("the monotonic clock", "context.now")
        case .chance: ("the system's random source", "context.random or context.id()")
        }
    }

    static func first(in note: UInt32) -> NondeterministicRead? { allCases.first { note & $0.bit != 0 } }
}
