import GRDB

/// Something on disk that can be looked at, once or for as long as somebody cares.
package struct Subject<Owner, Value: Sendable & Equatable>: Sendable {
    let fetch: @Sendable (Database) throws -> Value
}

extension Store {
    package func get<Value>(_ subject: Subject<Store, Value>) async throws -> Value { try await database.read(subject.fetch) }

    package func subscribe<Value>(to subject: Subject<Store, Value>) -> Subscription<Value> {
        Subscription(subject.fetch, in: database)
    }
}

extension Archive {
    package func get<Value>(_ subject: Subject<Archive, Value>) async throws -> Value { try await database.read(subject.fetch) }

    package func subscribe<Value>(to subject: Subject<Archive, Value>) -> Subscription<Value> {
        Subscription(subject.fetch, in: database)
    }
}
