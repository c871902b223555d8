import ChatModel

/// The part of unsynced changes that survives a power cut.
enum UnsyncedFate: String, CaseIterable {
    case none = "none of"
    case all = "all of"
    /// The first ones.
    case prefix = "the first of"
    /// Any of them: a disk may write them in any order.
    case subset = "some of"
    /// The first ones, of which the last is torn.
    case torn = "the first, torn, of"

    /// Chooses the changes that survive.
    func survivors(of count: Int, using random: inout SplitMix64) -> [Bool] {
        switch self {
        case .none: return Array(repeating: false, count: count)
        case .all: return Array(repeating: true, count: count)
        case .prefix, .torn:
            let end = Int.random(in: 0...count, using: &random)
            return (0..<count).map { $0 < end }
        case .subset: return (0..<count).map { _ in Bool.random(using: &random) }
        }
    }
}
