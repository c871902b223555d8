import Synchronization

/// The transcripts of the test clans of one test.
package final class Transcripts: Sendable {
    /// The transcripts of the running test.
    @TaskLocal package static var current: Transcripts?

    private let all = Mutex<[Transcript]>([])

    package init() {}

    package var texts: [String] { all.withLock { $0 }.map(\.text).filter { !$0.isEmpty } }

    func add(_ transcript: Transcript) { all.withLock { $0.append(transcript) } }
}
