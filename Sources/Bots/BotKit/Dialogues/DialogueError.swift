/// An error that stops a dialogue.
@nonexhaustive
public enum DialogueError: Error, Equatable, CustomStringConvertible {
    /// The dialogue has more steps than the maximum.
    case tooLong(steps: Int)

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .tooLong(let steps): "the dialogue has more than \(steps) steps"
        }
    }
}
