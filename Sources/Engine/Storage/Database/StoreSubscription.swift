import GRDB

/// The sequence of an observed value: its current value, followed by its value after each commit that changes it.
///
/// A slow consumer receives the newest value and may skip earlier ones; the last value is always delivered.
package struct StoreSubscription<Value: Sendable & Equatable>: AsyncSequence, Sendable {
    private let begin: @Sendable () -> () async throws -> Value?

    /// - Parameter begin: Begins to observe the value. The function that it returns waits for the next one; nil ends the sequence.
    package init(_ begin: @escaping @Sendable () -> () async throws -> Value?) { self.begin = begin }

    init(_ subject: @escaping @Sendable (any SQLSession) throws -> Value, in reader: some DatabaseReader) {
        let values = ValueObservation.tracking { try subject(SQLiteSession($0)) }.removeDuplicates()
            .values(in: reader, bufferingPolicy: .bufferingNewest(1))
        begin = {
            var iterator = values.makeAsyncIterator()
            return { try await iterator.next() }
        }
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let value: () async throws -> Value?

        /// - Throws: The error of the database, after which the sequence ends.
        package mutating func next() async throws -> Value? { try await value() }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(value: begin()) }
}
