import BotKit
import BotTesting
import Foundation

/// Parses a line of the corpus as a message: `{@binh}` is a mention, `{&admin}` a role mention, `{@here}` a mention of
/// everyone, `{#general}` a channel, `{pre:swift|code}` a code block, `
/// ` a new line, `{×9 ab}` a repetition; `{↩}` makes it a reply.
func written(_ line: String, id: MessageID? = nil) -> Message {
    var text = ""
    var mentions: [Mention] = []
    var tags: [JSONValue] = []
    var markup: [Markup] = []
    var references: [Reference] = []
    var rest = line.replacing("⏎", with: "\n")[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        text += rest[..<open]
        let inside = rest[rest.index(after: open)..<close]
        let start = text.utf16.count
        let word = String(inside.dropFirst())
        switch inside.first {
        case "@":
            text += "@" + word
            let user: UserID = word == "here" ? Mention.everyone : word == "an" ? 101 : 102
            mentions.append(Mention(user: user, username: word, range: TextRange(start, text.utf16.count)))
        case "&":
            text += "@" + word
            mentions.append(
                Mention(user: 0, username: "", role: 401, roleName: word, range: TextRange(start, text.utf16.count)))
        case "#":
            text += "#" + word
            tags.append(.object(["channelId": .string("202"), "s": .integer(Int64(start)), "e": .string("\(text.utf16.count)")]))
        case "×":
            let parts = word.split(separator: " ", maxSplits: 1)
            text += String(repeating: String(parts[1]), count: Int(parts[0]) ?? 0)
        case "↩": references = [Reference(message: 77, sender: 102)]
        default:
            let parts = inside.dropFirst(4).split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
            text += parts[1]
            markup.append(
                Markup("pre", TextRange(start, text.utf16.count), attributes: ["language": .string(String(parts[0]))]))
        }
        rest = rest[rest.index(after: close)...]
    }
    let content = Content(text + rest, markup: markup, extras: tags.isEmpty ? [:] : ["hg": .array(tags)])
    return .make(content: content, id: id, mentions: mentions, references: references)
}
