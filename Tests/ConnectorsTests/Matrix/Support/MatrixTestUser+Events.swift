import BotTesting
import ChatModel

@testable import ConnectorKit
@testable import Matrix

extension MatrixTestUser {
    var api: MatrixAPI { MatrixAPI(http: http, token: token) }

    /// Returns the events of the room, oldest first.
    func events(in room: String) async throws -> [MatrixEvent] {
        var events: [MatrixEvent] = []
        var from: String?
        while true {
            let page = try await api.messages(in: room, from: from, filter: [:], limit: 500)
            events += page.events
            guard let next = page.next, next != from, !page.events.isEmpty else { return events.reversed() }
            from = next
        }
    }

    func bodies(in room: String, by person: String) async throws -> [String] {
        try await messages(in: room, by: person).compactMap { $0["body"]?.string }
    }
}
