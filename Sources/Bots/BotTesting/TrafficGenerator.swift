package import BotKit
package import ChatModel
package import Foundation
import MezonProtocol
package import Storage

/// A generator of mixed traffic of a clan: messages, floods, copies, links, files, edits, deletions, reactions, joining and
/// leaving users, roles, buttons. Equal seeds give equal traffic on every machine.
package struct TrafficGenerator {
    package let clan: ClanID
    package let channels: [Channel]
    /// The roles that users receive and lose.
    package let roles: [RoleID]
    package private(set) var now: Date
    /// The open questions of rules, as named in their buttons.
    package var questions: [String] = []

    /// The help entries of bots, from which commands are generated.
    package var offers: [HelpEntry] = []
    /// The ids of buttons that bots have sent.
    package var buttons: [String] = []

    var random: SplitMix64
    private var ids = SnowflakeSequence(node: 7)
    private var recent: [Message] = []
    /// A message that a user repeats.
    private var burst: (left: Int, message: Message, isCopy: Bool)?

    package static let people = (0..<24).map { number in
        Author(id: UserID(1_900_000_000_000_000_300 + Int64(number)), username: "user\(number)", displayName: "Người \(number)")
    }

    package init(seed: UInt64, clan: ClanID, channels: [Channel], roles: [RoleID], from start: Date) {
        random = SplitMix64(seed: seed)
        self.clan = clan
        self.channels = channels
        self.roles = roles
        now = start
    }

    /// Generates the next event, a few seconds later.
    package mutating func next() -> NewEntry {
        if let going = burst, going.left > 0 {
            now += 1
            burst?.left -= 1
            return say(
                going.isCopy ? going.message.text : "\(going.message.text) \(going.left)", by: going.message.author,
                in: going.message.channel)
        }
        now += Double(Int.random(in: 1...40, using: &random))
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<26 where !offers.isEmpty: return command()
        case 0..<52: return talk()
        case 52..<55: return startBurst()
        case 55..<63: return edit()
        case 63..<68: return delete()
        case 68..<76: return react()
        case 76..<79: return join()
        case 79..<81: return leave()
        case 81..<88: return changeRole()
        case 88..<92: return press()
        case 92..<94: return late()
        case 94..<96: return failure()
        default: return attach()
        }
    }

    mutating func element<Element>(of list: [Element]) -> Element { list[Int.random(in: list.indices, using: &random)] }

    private static let texts = [
        "hello everybody", "xin chào cả nhà", "hôm nay trời đẹp", "token lấy ở đâu vậy?", "máy in hỏng rồi", "// bỏ qua nhé",
        "*standup",
        "*roles", "nhận quà tại https://bit.ly/abc", "xem https://scam.example/x đi", "https://free-nitro.example/x", "đồ ngu",
        "CHÚ Ý CHÚ Ý MỌI NGƯỜI ƠI ĐÂY LÀ TIN QUAN TRỌNG", "slide: https://example.org/deck", "ok",
        "được rồi, cảm ơn bạn nhiều nhé",
    ]

    private mutating func talk() -> NewEntry {
        let author = element(of: Self.people)
        let channel = element(of: channels)
        let text = element(of: Self.texts) + (Bool.random(using: &random) ? "" : " \(Int.random(in: 0..<1000, using: &random))")
        guard Int.random(in: 0..<12, using: &random) == 0 else { return say(text, by: author, in: channel.id) }
        let other = element(of: Self.people)
        return say("@\(other.username) ơi", by: author, in: channel.id) {
            $0.mentions = [Mention(user: other.id, username: other.username, range: TextRange(0, other.username.count + 1))]
        }
    }

    private mutating func startBurst() -> NewEntry {
        let isCopy = Bool.random(using: &random)
        let message = message(
            isCopy ? "Mua hàng giá rẻ tại đây nhé cả nhà \(Int.random(in: 0..<5, using: &random))" : "spam",
            by: element(of: Self.people),
            in: element(of: channels).id)
        burst = (left: Int.random(in: 3...12, using: &random), message, isCopy)
        return pushed(message)
    }

    private mutating func attach() -> NewEntry {
        let name = element(of: ["game.exe", "report.pdf", "photo.png", "tool.apk"])
        return say("cài đi", by: element(of: Self.people), in: element(of: channels).id) {
            $0.attachments = [
                Attachment(filename: name, url: "https://cdn.mezon.ai/\(name)", mediaType: "application/octet-stream")
            ]
        }
    }

    private mutating func edit() -> NewEntry {
        guard !recent.isEmpty else { return talk() }
        var message = element(of: recent)
        message.code = .update
        message.content = Content(corrected(message.text) ?? element(of: Self.texts))
        message.updatedAt = now
        return .make(message, at: now)
    }

    private mutating func delete() -> NewEntry {
        guard !recent.isEmpty else { return talk() }
        var wire = ApiChannelMessage(element(of: recent))
        wire.code = MessageCode.remove.rawValue
        wire.updateTimeSeconds = UInt32(now.timeIntervalSince1970)
        return push(.channelMessage(wire))
    }

    private mutating func react() -> NewEntry {
        guard !recent.isEmpty else { return talk() }
        let message = element(of: recent)
        var reaction = ApiMessageReaction()
        reaction.emoji = element(of: ["👍", "🎉", "😀"])
        reaction.senderID = element(of: Self.people).id.rawValue
        reaction.channelID = message.channel.rawValue
        reaction.messageID = message.id.rawValue
        reaction.clanID = clan.rawValue
        reaction.messageSenderID = message.author.id.rawValue
        return push(.messageReactionEvent(reaction))
    }

    private mutating func join() -> NewEntry {
        let person = element(of: Self.people)
        var joined = RtAddClanUserEvent()
        joined.clanID = clan.rawValue
        joined.user.userID = person.id.rawValue
        joined.user.username = person.username
        return push(.addClanUserEvent(joined))
    }

    private mutating func leave() -> NewEntry {
        var left = RtUserClanRemoved()
        left.clanID = clan.rawValue
        left.userIds = [element(of: Self.people).id.rawValue]
        return push(.userClanRemovedEvent(left))
    }

    private mutating func changeRole() -> NewEntry {
        var change = RtRoleAssignedEvent()
        change.clanID = "\(clan)"
        change.roleID = element(of: roles).rawValue
        let person = element(of: Self.people).id.rawValue
        if Bool.random(using: &random) { change.userIdsAssigned = [person] } else { change.userIdsRemoved = [person] }
        return push(.roleAssignEvent(change))
    }

    private mutating func press() -> NewEntry {
        var click = RtMessageButtonClicked()
        click.messageID = ids.next(at: now)
        click.channelID = element(of: channels).id.rawValue
        let question = questions.isEmpty ? "12.nothing.0" : element(of: questions)
        let names = ["role/member", "role/none", "ask/\(question)/approve", "ask/\(question)/reject"]
        click.buttonID = element(of: buttons.isEmpty || Bool.random(using: &random) ? names : buttons)
        click.userID = element(of: Self.people).id.rawValue
        return push(.messageButtonClicked(click))
    }

    /// Generates a message recovered from history after an outage: minutes or hours old.
    private mutating func late() -> NewEntry {
        var message = message(element(of: Self.texts), by: element(of: Self.people), in: element(of: channels).id)
        message.createdAt -= Double(element(of: [5, 60, 600, 4000, 20_000]))
        message.updatedAt = message.createdAt
        return .make(message, at: now, isLate: true)
    }

    private mutating func failure() -> NewEntry {
        let rule = element(of: ["rule:flood", "rule:scam-links"])
        return NewEntry(
            system: .failed(
                .init(
                    cause: Int64.random(in: 1...1_000_000, using: &random), author: rule, action: "mute", clan: clan,
                    channel: element(of: channels).id, reason: "no permission", at: now)))
    }

    mutating func say(
        _ text: String, by author: Author, in channel: ChannelID, _ change: (inout Message) -> Void = { _ in }
    ) -> NewEntry {
        var message = message(text, by: author, in: channel)
        change(&message)
        return pushed(message)
    }

    private mutating func message(_ text: String, by author: Author, in channel: ChannelID) -> Message {
        Message.make(
            text: text, in: channel, by: author, id: MessageID(ids.next(at: now)), clan: clan,
            at: Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down)))
    }

    private mutating func pushed(_ message: Message) -> NewEntry {
        recent.append(message)
        if recent.count > 60 { recent.removeFirst() }
        return .make(message, at: now)
    }

    private func push(_ message: RtEnvelope.OneOf_Message) -> NewEntry {
        guard let incoming = NewEntry.make(message, at: now) else { preconditionFailure("the server pushes it as an event") }
        return incoming
    }
}
