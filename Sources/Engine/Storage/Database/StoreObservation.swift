/// A value in the database that can be read once or observed.
package struct StoreObservation<Owner, Value: Sendable & Equatable>: Sendable {
    let fetch: @Sendable (any SQLSession) throws -> Value
}

extension Store {
    package func get<Value>(_ subject: StoreObservation<Store, Value>) async throws -> Value {
        try await database.read(subject.fetch)
    }

    package func subscribe<Value>(to subject: StoreObservation<Store, Value>) -> StoreSubscription<Value> {
        database.connections.values(of: subject.fetch)
    }
}

extension Archive {
    package func get<Value>(_ subject: StoreObservation<Archive, Value>) async throws -> Value {
        try await SQLiteReader(database).read(subject.fetch)
    }

    package func subscribe<Value>(to subject: StoreObservation<Archive, Value>) -> StoreSubscription<Value> {
        StoreSubscription(subject.fetch, in: database)
    }
}
