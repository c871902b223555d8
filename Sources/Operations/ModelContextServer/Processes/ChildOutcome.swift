/// The end of a command.
package enum ChildOutcome: Hashable, Sendable {
    case exited(code: Int32, output: String, errors: String)
    case killed(signal: Int32)
    case tooMuchOutput(limitInBytes: Int)
    case timedOut(after: Duration)
    case notStarted(String)

    package var exitCode: Int32? { if case .exited(let code, _, _) = self { code } else { nil } }
    package var output: String { if case .exited(_, let output, _) = self { output } else { "" } }
    package var errors: String { if case .exited(_, _, let errors) = self { errors } else { "" } }
}
