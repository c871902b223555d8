import GRDB

/// What a subject is, told after each commit that changed it: first as it stands, then as it has become.
///
/// Whoever is slow is told the newest and not each step; the last is never missed.
package struct StoreSubscription<Value: Sendable & Equatable>: AsyncSequence, Sendable {
    private let values: AsyncValueObservation<Value>

    init(_ subject: @escaping @Sendable (Database) throws -> Value, in reader: some DatabaseReader) {
        values = ValueObservation.tracking(subject).removeDuplicates()
            .values(in: reader, bufferingPolicy: .bufferingNewest(1))
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var values: AsyncValueObservation<Value>.Iterator

        /// - Throws: what the database throws; nothing comes after it.
        package mutating func next() async throws -> Value? { try await values.next() }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(values: values.makeAsyncIterator()) }
}
