import Foundation
import MezonModel

/// An event of a room, as far as it is one.
struct MatrixEvent: Hashable, Sendable {
    var id: String
    var type: String
    var sender: String
    /// As the sender's server says.
    var time: Date
    /// Nil for what is no state.
    var stateKey: String?
    var content: [String: JSONValue]
    /// The membership or content that it takes the place of, where the server tells.
    var previous: [String: JSONValue]
    private var redactsOnTop: String?

    private static let longestType = 255

    /// `nil` for what nobody could name, or tell the sender of.
    init?(_ value: JSONValue) {
        guard let fields = value.object, let id = fields["event_id"]?.string, MatrixIdentifier.isEvent(id),
            let sender = fields["sender"]?.string, MatrixIdentifier.isPerson(sender), let type = fields["type"]?.string,
            type.utf8.count <= Self.longestType
        else { return nil }
        self.id = id
        self.type = type
        self.sender = sender
        let milliseconds = fields["origin_server_ts"]?.integer ?? 0
        time = Date(timeIntervalSince1970: Double(max(0, milliseconds)) / 1000)
        stateKey = fields["state_key"]?.string
        content = fields["content"]?.object ?? [:]
        previous = fields["unsigned"]?.object?["prev_content"]?.object ?? fields["prev_content"]?.object ?? [:]
        redactsOnTop = fields["redacts"]?.string
    }

    /// The event that it empties: newer rooms say that in the content.
    var redacts: String? { (content["redacts"]?.string ?? redactsOnTop).flatMap { MatrixIdentifier.isEvent($0) ? $0 : nil } }

    var relation: [String: JSONValue]? { content["m.relates_to"]?.object }

    /// The event to which it stands in a relation.
    func target(by type: String) -> String? {
        guard let relation, relation["rel_type"]?.string == type, let id = relation["event_id"]?.string else { return nil }
        return MatrixIdentifier.isEvent(id) ? id : nil
    }

    /// The event that it answers. What old clients are shown of a thread is no answer.
    var answers: String? {
        guard let relation, let id = relation["m.in_reply_to"]?.object?["event_id"]?.string, MatrixIdentifier.isEvent(id) else {
            return nil
        }
        return relation["is_falling_back"] == true ? nil : id
    }

    /// Whose membership it tells of.
    var member: String? {
        guard type == "m.room.member", let stateKey, MatrixIdentifier.isPerson(stateKey) else { return nil }
        return stateKey
    }

    var membership: String? { content["membership"]?.string }

    /// Whether somebody comes who was not there before. A change of name is the same event.
    func isEntry(of person: String) -> Bool {
        member == person && membership == "join" && previous["membership"]?.string != "join"
    }
}
