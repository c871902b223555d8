/// Why a dialogue cannot go on.
public enum DialogueError: Error, Equatable, CustomStringConvertible {
    case tooLong(steps: Int)

    public var description: String {
        switch self {
        case .tooLong(let steps): "the dialogue has more than \(steps) steps"
        }
    }
}
