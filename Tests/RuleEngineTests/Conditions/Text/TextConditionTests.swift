import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct TextConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    static let texts: [(String, String, MessageCase)] = [
        ("contains: nitro", "FREE", .no("text.contains: 'nitro' was not found")),
        ("contains: [nitro, free]", "no FREE nitro", .yes("text.contains found 'nitro'")),
        ("contains: [nitro, free]", "x", .no("text.contains: none of 2 was found")),
        ("all_words: [a, b]", "b a", .yes("text.all_words found 'a'")),
        ("all_words: [a, b]", "a c", .no("text.all_words: 'b' was not found")),
        ("in_list: rude", "đồ NGU!", .yes("text.in_list found 'NGU'")),
        ("in_list: rude", "các bạn", .no("text.in_list: none of 2 was found")),
        ("in_list: rude", "cac", .no("text.in_list: none of 2 was found")),
        ("in_list: rude, fold: [case, marks]", "cac", .yes("text.in_list found 'cac'")),
        ("any_word: ngu, allow: [ngu ngơ]", "bé ngu ngơ", .no("text.any_word: 'ngu' was not found")),
        ("any_word: ngu, allow: ngu ngơ", "ngu, ngu ngơ", .yes("text.any_word found 'ngu'")),
        ("in_list: rude, allow: NGU NGƠ", "bé ngu ngơ", .no("text.in_list: none of 2 was found")),
        ("length: \"> 3\"", "abcd", .yes("text.length 4 > 3")),
        ("length: \"> 3\"", "abc", .no("text.length: 3 is not > 3")),
        ("length: 3", "abc", .yes("text.length 3 is 3")),
        ("lines: \"2..3\"", "a\nb", .yes("text.lines 2 is 2..3")),
        ("lines: \"> 1\"", "", .no("text.lines: 0 is not > 1")),
        ("language: vi", "hôm nay trời đẹp quá", .yes("text.language the language is vi")),
        ("language: vi", "hom nay minh khong di lam duoc", .yes("text.language the language is vi")),
        ("language: vi", "what are you doing?", .no("text.language: the language is en")),
        ("language: en", "join the server and get it for free", .yes("text.language the language is en")),
        ("language: en", "lol 123", .no("text.language: the language is neither vi nor en")),
        ("contains: a, length: \"< 3\"", "aaaa", .no("text.length: 4 is not < 3")),
        ("contains: secret, ignore: [code_blocks]", "`secret`", .no("text.contains: 'secret' was not found")),
        ("contains: secret, ignore: [quotes]", "> secret\nno", .no("text.contains: 'secret' was not found")),
        ("contains: secret, ignore: [quotes]", "> x\nsecret", .yes("text.contains found 'secret'")),
        ("contains: secret, ignore: [urls]", "see secret.com/secret now", .no("text.contains: 'secret' was not found")),
    ]

    @Test(arguments: texts)
    func `a text condition matches words, lists, length and language`(fields: String, text: String, said: MessageCase) throws {
        let message = Message.make(text).with { message in
            if text.hasPrefix("`") { message.content.markup = [Markup("s", TextRange(0, text.utf16.count))] }
        }
        #expect(try ConditionTestHarness().ask("{ text: { \(fields) } }", message) == said)
    }

    static let selectors: [(String, MessageCase)] = [
        ("contains: exe, read: [attachment_name]", .yes("text.contains found 'exe'")),
        ("contains: nitro, read: [embed]", .yes("text.contains found 'Nitro'")),
        ("contains: older, read: [quoted]", .yes("text.contains found 'older'")),
        ("equals: bình, read: [display_name]", .yes("text.equals found 'Bình'")),
        ("contains: older, read: [text, quoted]", .yes("text.contains found 'older'")),
        ("all_words: [hi, older], read: [text, quoted]", .yes("text.all_words found 'hi'")),
        ("all_words: [hi, never], read: [text, quoted]", .no("text.all_words: 'never' was not found")),
        ("contains: older", .no("text.contains: 'older' was not found")),
        ("length: 10, read: [text, quoted]", .yes("text.length 10 is 10")),
    ]

    @Test(arguments: selectors)
    func `a text condition can read attachment names, embeds, replies and author names`(fields: String, said: MessageCase) throws
    {
        let message = Message.make("hi").with { message in
            message.attachments = [ChatModel.Attachment(filename: "a.exe", url: "", mediaType: "")]
            message.content.extras["embed"] = .array([.object(["title": .string("Free Nitro")])])
            message.references = [Reference(message: 50, sender: 7, content: Content("older a"))]
        }
        #expect(try ConditionTestHarness().ask("{ text: { \(fields) } }", message) == said)
    }
}
