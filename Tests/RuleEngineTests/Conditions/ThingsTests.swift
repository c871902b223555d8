import ChatModel
import Testing

@testable import RuleEngine

@Suite struct MentionsConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    private static func user(_ id: UserID) -> Mention { Mention(user: id, username: "u\(id)", range: TextRange(0, 1)) }
    private static func role(_ id: RoleID) -> Mention {
        Mention(user: 0, username: "", role: id, roleName: "r", range: TextRange(0, 1))
    }

    static let mentions: [(String, [Mention], MessageCase)] = [
        ("users: \"> 1\"", [user(1), user(1)], .yes("mentions.users 2 > 1")),
        ("unique_users: \"> 1\"", [user(1), user(1)], .no("mentions.unique_users: 1 is not > 1")),
        ("unique_users: 1", [user(1), user(Mention.everyone), role(21)], .yes("mentions.unique_users 1 is 1")),
        ("roles: 1", [role(21)], .yes("mentions.roles 1 is 1")),
        ("everyone: true", [user(Mention.everyone)], .yes("mentions.everyone everyone is mentioned")),
        ("everyone: true", [user(1)], .no("mentions.everyone: there is no mention of everyone")),
        ("everyone: false", [], .yes("mentions.everyone there is no mention of everyone")),
        ("includes: [an, staff]", [user(1), role(21)], .yes("mentions.includes role 21")),
        ("includes: an", [user(7)], .yes("mentions.includes user 7")),
        ("includes: [an, staff]", [role(22)], .no("mentions.includes: none of 2 is mentioned")),
        ("me: true", [user(9)], .yes("mentions.me the bot is mentioned")),
        ("me: true", [user(7)], .no("mentions.me: the bot is not mentioned")),
    ]

    @Test(arguments: mentions)
    func `a mentions condition counts and matches users and roles`(fields: String, mentions: [Mention], said: MessageCase) throws
    {
        #expect(
            try ConditionTestHarness().ask("{ mentions: { \(fields) } }", Message.make("x").with { $0.mentions = mentions })
                == said)
    }
}

@Suite struct AttachmentsConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    private static func file(_ name: String, _ type: String = "", _ size: Int = 0) -> ChatModel.Attachment {
        ChatModel.Attachment(filename: name, url: "", mediaType: type, sizeInBytes: size)
    }

    static let files: [(String, [ChatModel.Attachment], MessageCase)] = [
        ("count: \"> 1\"", [file("a")], .no("attachments.count: 1 is not > 1")),
        ("any: { extension_in: [exe, .apk] }", [file("a.txt"), file("B.APK ")], .yes("attachments.any 'B.APK '")),
        ("any: { extension_in: exe }", [file("exe")], .no("attachments.any: none of 1 matches")),
        ("any: { extension_in: exe }", [], .no("attachments.any: there are no files")),
        ("any: { media_type: image/* }", [file("a", "image")], .yes("attachments.any 'a'")),
        ("any: { media_type: image/* }", [file("a", "image/PNG; q=1")], .yes("attachments.any 'a'")),
        ("any: { media_type: [application/zip] }", [file("a", "application/zipper")], .no("attachments.any: none of 1 matches")),
        (
            "any: { media_type: application/zip, size: \"> 20MB\" }", [file("a", "application/zip", 20_000_001)],
            .yes("attachments.any 'a'")
        ),
        (
            "any: { media_type: application/zip, size: \"> 20MB\" }",
            [file("a", "application/zip", 1), file("b", "image/png", 30_000_000)], .no("attachments.any: none of 2 matches")
        ),
        ("any: [ { extension_in: exe }, { size: \"> 1MB\" } ]", [file("big", "", 2_000_000)], .yes("attachments.any 'big'")),
        ("any: { name: { starts_with: hoá đơn } }", [file("x"), file("Hoa don.pdf")], .yes("attachments.any 'Hoa don.pdf'")),
        ("any: { name: { matches: '^\\d+\\.png$' } }", [file("x 1.png")], .no("attachments.any: none of 1 matches")),
        ("any: { double_extension: true }", [file("photo.jpg.exe")], .yes("attachments.any 'photo.jpg.exe'")),
        (
            "any: { double_extension: true }", [file("a.tar.gz"), file("v1.2.exe"), file("x.exe")],
            .no("attachments.any: none of 3 matches")
        ),
        (
            "all: { media_type: image/* }", [file("a", "image/png"), file("b", "video/mp4")],
            .no("attachments.all: 'b' does not match")
        ),
        ("all: { media_type: image/* }", [file("a", "image/png")], .yes("attachments.all 1 match")),
        ("all: { media_type: image/* }", [], .no("attachments.all: there are no files")),
        ("none: { extension_in: exe }", [file("a.exe")], .no("attachments.none: 'a.exe'")),
        ("none: { extension_in: exe }", [file("a.txt")], .yes("attachments.none none of 1 matches")),
        ("none: { extension_in: exe }", [], .yes("attachments.none there are no files")),
    ]

    @Test(arguments: files)
    func `attachments match by name, type and size`(fields: String, attachments: [ChatModel.Attachment], said: MessageCase) throws
    {
        let message = Message.make("x").with { $0.attachments = attachments }
        #expect(try ConditionTestHarness().ask("{ attachments: { \(fields) } }", message) == said)
    }
}
