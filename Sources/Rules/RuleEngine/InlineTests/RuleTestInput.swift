import ChatModel

/// The event of a test, given as differences from a plain message by a member of one year in a channel of the clan.
struct RuleTestInput: Hashable, Sendable {
    /// The bot's user ID in tests.
    static let me: UserID = 1_000_009

    var text = "hello"
    /// The previous text of an edited message.
    var previousText = ""
    var user: UserID = 1_000_001
    var name = "Test"
    var username = "test"
    var roles: [RoleID] = []
    var memberFor = 365.0 * 86_400  // Seconds.
    /// The age of the account in seconds, which its id says; `nil` for an id without a time.
    var accountAge: Double?
    var messagesSeen = 1000
    /// The number of the author's earlier cases, and their kind.
    var cases = 0
    var caseKind = "warn"
    /// A Boolean value that indicates whether the author opened the thread; `nil` for an event in no thread.
    var isThreadStarter: Bool?
    var isBot = false
    var channel: ChannelID?
    var isLate = false
    var isForwarded = false
    /// The role that the user gets or loses; `nil` for one that the trigger names.
    var changedRole: RoleID?
    /// A Boolean value that indicates whether the role is removed; `nil` for what the trigger names.
    var isRoleRemoved: Bool?
    var attachments: [Attachment] = []
    var mentions: [Mention] = []
    /// The author of the message replied to; 0 if there is none.
    var repliedTo: UserID = 0
    /// The emoji of a reaction, and the name of a pressed button.
    var emoji = "👍"
    var button = "button"
    /// The JSON of a received webhook; `nil` for an ordinary message.
    var webhook: JSONValue?
    /// The fields of a submitted form.
    var form: [String: JSONValue] = [:]
    /// The number of times the message is sent, or of people who react to it, and the interval in seconds.
    var times = 1
    var every = 1.0
    var counters: [String: Int] = [:]
    var variables: [String: String] = [:]
    var level = ""
    /// The time of the event, in seconds since 1970.
    var at = 1_767_787_200.0  // Wednesday, 7 January 2026, 12:00 UTC.
}
