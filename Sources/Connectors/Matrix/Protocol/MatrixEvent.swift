import ChatModel
import Foundation

/// A valid event of a room.
struct MatrixEvent: Hashable, Sendable {
    var id: String
    var type: String
    var sender: String
    /// The time by the sender's server.
    var time: Date
    /// The state key; nil for an event that is not a state event.
    var stateKey: String?
    var content: [String: JSONValue]
    /// The previous content of the state, if the server includes it.
    var previous: [String: JSONValue]
    private var topLevelRedacts: String?

    private static let maxTypeLength = 255

    /// Parses an event; `nil` if it has no valid id, sender or type.
    init?(_ value: JSONValue) {
        guard let fields = value.object, let id = fields["event_id"]?.string, MatrixIdentifier.isEventID(id),
            let sender = fields["sender"]?.string, MatrixIdentifier.isUserID(sender), let type = fields["type"]?.string,
            type.utf8.count <= Self.maxTypeLength
        else { return nil }
        self.id = id
        self.type = type
        self.sender = sender
        let milliseconds = fields["origin_server_ts"]?.integer ?? 0
        time = Date(timeIntervalSince1970: Double(max(0, milliseconds)) / 1000)
        stateKey = fields["state_key"]?.string
        content = fields["content"]?.object ?? [:]
        previous = fields["unsigned"]?.object?["prev_content"]?.object ?? fields["prev_content"]?.object ?? [:]
        topLevelRedacts = fields["redacts"]?.string
    }

    /// The event that this one redacts. Newer room versions name it in the content.
    var redacts: String? { (content["redacts"]?.string ?? topLevelRedacts).flatMap { MatrixIdentifier.isEventID($0) ? $0 : nil } }

    var relation: [String: JSONValue]? { content["m.relates_to"]?.object }

    /// Returns the event that this one has a relation of a type to.
    func target(by type: String) -> String? {
        guard let relation, relation["rel_type"]?.string == type, let id = relation["event_id"]?.string else { return nil }
        return MatrixIdentifier.isEventID(id) ? id : nil
    }

    /// The event that this one replies to. The fallback of a thread is not a reply.
    var repliedEvent: String? {
        guard let relation, let id = relation["m.in_reply_to"]?.object?["event_id"]?.string, MatrixIdentifier.isEventID(id) else {
            return nil
        }
        return relation["is_falling_back"] == true ? nil : id
    }

    /// The user whose membership the event describes.
    var member: String? {
        guard type == "m.room.member", let stateKey, MatrixIdentifier.isUserID(stateKey) else { return nil }
        return stateKey
    }

    var membership: String? { content["membership"]?.string }

    /// Returns a Boolean value that indicates whether the user joins. A change of display name is the same kind of event.
    func isJoin(of userID: String) -> Bool {
        member == userID && membership == "join" && previous["membership"]?.string != "join"
    }
}
