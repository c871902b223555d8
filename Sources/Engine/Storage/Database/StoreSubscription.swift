import GRDB

/// The sequence of an observed value: its current value, followed by its value after each commit that changes it.
///
/// A slow consumer receives the newest value and may skip earlier ones; the last value is always delivered.
package struct StoreSubscription<Value: Sendable & Equatable>: AsyncSequence, Sendable {
    private let values: AsyncValueObservation<Value>

    init(_ subject: @escaping @Sendable (Database) throws -> Value, in reader: some DatabaseReader) {
        values = ValueObservation.tracking(subject).removeDuplicates()
            .values(in: reader, bufferingPolicy: .bufferingNewest(1))
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var values: AsyncValueObservation<Value>.Iterator

        /// - Throws: The error of the database, after which the sequence ends.
        package mutating func next() async throws -> Value? { try await values.next() }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(values: values.makeAsyncIterator()) }
}
