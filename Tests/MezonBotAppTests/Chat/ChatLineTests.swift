import MezonBotApp
import Testing

struct ChatLineTests {
    @Test(arguments: [
        ("hello there", ChatLine.say("hello there")),
        (" /not a command", .say(" /not a command")),
        ("/reply *why", .reply("*why", to: nil)),
        ("/reply  @Guest   *why  ", .reply("*why", to: "Guest")),
        ("/reply @Guest", .invalid("missing reply text, for example: /reply *why")),
        ("/reply", .invalid("missing reply text, for example: /reply *why")),
        ("/react 🚩", .react("🚩")),
        ("/react ", .invalid("missing emoji, for example: /react 👍")),
        ("/press 2", .press(2)),
        ("/press two", .invalid("missing button number, for example: /press 1")),
        ("/choose  Bún, chả ", .choose("Bún, chả")),
        ("/choose", .invalid("missing option, for example: /choose Red")),
        ("/fill days  3 ", .fill("days", with: "3")),
        ("/fill why I am ill", .fill("why", with: "I am ill")),
        ("/fill days", .invalid("missing field or value, for example: /fill days 3")),
        ("/fill", .invalid("missing field or value, for example: /fill days 3")),
        ("/join #support", .join("#support")),
        ("/join ", .invalid("missing channel, for example: /join #general")),
        ("/help", .help),
        ("/pres 1", .invalid("unknown command '/pres'; the line was not sent, /help lists the commands")),
        ("/", .invalid("unknown command '/'; the line was not sent, /help lists the commands")),
    ])
    func `a chat line is parsed as text, a command or an error`(line: String, expected: ChatLine) {
        #expect(ChatLine(line) == expected)
    }
}
