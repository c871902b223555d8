import ChatModel
import Testing

@testable import RuleEngine

struct AttachmentsConditionTests {
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
