/// A user's card, by which others can write to the user.
///
///     [.reply(Draft(contact: ContactCard(user, username: "an.nguyen", name: "An")))]
public struct ContactCard: Hashable, Sendable {
    /// The user.
    public var user: UserID
    /// The user's username.
    public var username: String
    /// The name that is shown.
    public var name: String
    /// The address of the user's picture; empty for none.
    public var avatar: String

    private static let key = "share_contact"  // By which Mezon's clients recognize a card among embeds.
    private static let maxLength = 300  // Characters of each text.

    /// Creates a card. Its limits are checked when it is sent. Without a name the username is shown.
    public init(_ user: UserID, username: String, name: String = "", avatar: String = "") {
        self.user = user
        self.username = username
        self.name = name.isEmpty ? username : name
        self.avatar = avatar
    }

    /// Reads the card of a message; nil if there is none.
    init?(_ content: Content) {
        let embed = content.extras["embed"]?.array?.first?.object
        var texts: [String: String] = [:]
        for field in embed?["fields"]?.array ?? [] {
            guard let name = field.object?["name"]?.string, let value = field.object?["value"]?.string else { continue }
            texts[name] = value
        }
        guard texts["key"] == Self.key, let user = texts["user_id"].flatMap({ UserID($0) }), !user.isNone,
            let username = texts["username"], !username.isEmpty
        else { return nil }
        self.init(user, username: username, name: texts["display_name"] ?? "", avatar: texts["avatar"] ?? "")
    }

    /// The reason why the card cannot be sent; nil if it can be.
    var problem: String? {
        if [username, name, avatar].contains(where: { $0.count > Self.maxLength }) {
            return "a contact with a text of more than \(Self.maxLength) characters"
        }
        return avatar.isEmpty || avatar.hasPrefix("https://") ? nil : "a contact whose picture is no https URL"
    }

    /// The name, with the username if that is another one: `An (an.nguyen)`.
    package var text: String { name == username ? name : "\(name) (\(username))" }

    /// The content of a message with the card.
    var content: Content {
        let texts = [
            ("key", Self.key), ("user_id", "\(user)"), ("username", username), ("display_name", name), ("avatar", avatar),
        ]
        let fields = texts.map { JSONValue.object(["name": .string($0), "value": .string($1), "inline": true]) }
        return Content("", extras: ["embed": [["fields": .array(fields)]]])
    }
}

extension Content {
    /// The card that the content is; nil if it is none.
    package var contact: ContactCard? { ContactCard(self) }
}
