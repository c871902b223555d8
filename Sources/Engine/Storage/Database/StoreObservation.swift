import GRDB

/// A value in the database that can be read once or observed.
package struct StoreObservation<Owner, Value: Sendable & Equatable>: Sendable {
    let fetch: @Sendable (Database) throws -> Value
}

extension Store {
    package func get<Value>(_ subject: StoreObservation<Store, Value>) async throws -> Value {
        try await database.pool.read(subject.fetch)
    }

    package func subscribe<Value>(to subject: StoreObservation<Store, Value>) -> StoreSubscription<Value> {
        StoreSubscription(subject.fetch, in: database.pool)
    }
}

extension Archive {
    package func get<Value>(_ subject: StoreObservation<Archive, Value>) async throws -> Value {
        try await database.read(subject.fetch)
    }

    package func subscribe<Value>(to subject: StoreObservation<Archive, Value>) -> StoreSubscription<Value> {
        StoreSubscription(subject.fetch, in: database)
    }
}
