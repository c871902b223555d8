import Logging
import Synchronization
import Testing

@testable import MezonBotApp

struct FirstErrorTests {
    private enum Failure: Error { case reading, closing, releasing }

    /// Records the metadata of log messages.
    private struct LogRecorder: LogHandler {
        final class Messages: Sendable { let metadata = Mutex<[Logger.Metadata]>([]) }
        let messages: Messages
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { messages.metadata.withLock { $0.append(event.metadata ?? [:]) } }
    }

    private let messages = LogRecorder.Messages()
    private var logger: Logger { Logger(label: "test") { [messages] _ in LogRecorder(messages: messages) } }

    @Test func `the first error is thrown and later ones are logged`() async {
        var errors = FirstError(logger: logger)
        errors.catching {}
        await errors.catching {
            await Task.yield()
            throw Failure.reading
        }
        errors.catching { throw Failure.closing }
        #expect(throws: Failure.reading) { try errors.rethrow() }
        #expect(messages.metadata.withLock { $0 } == [["close.error": "closing"]])
    }

    @Test func `an error before the operations is the first one`() {
        var errors = FirstError(Failure.reading, logger: logger)
        errors.catching { throw Failure.closing }
        errors.catching { throw Failure.releasing }
        #expect(throws: Failure.reading) { try errors.rethrow() }
        #expect(messages.metadata.withLock { $0 } == [["close.error": "closing"], ["close.error": "releasing"]])
    }

    @Test func `operations without an error throw none`() throws {
        var errors = FirstError(logger: logger)
        errors.catching {}
        try errors.rethrow()
    }
}
