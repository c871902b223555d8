import AsyncSupport

extension BlockingSequence<String> {
    /// The lines of standard input.
    static var standardInput: BlockingSequence { BlockingSequence { { readLine() } } }
}
