import MezonBot
import Testing

struct ChatLineTests {
    @Test(arguments: [
        ("hello there", ChatLine.say("hello there")),
        (" /not a command", .say(" /not a command")),
        ("/reply *why", .reply("*why", to: nil)),
        ("/reply  @Guest   *why  ", .reply("*why", to: "Guest")),
        ("/reply @Guest", .invalid("what is the answer? /reply *why")),
        ("/reply", .invalid("what is the answer? /reply *why")),
        ("/press 2", .press(2)),
        ("/press two", .invalid("which button? /press 1")),
        ("/choose  Bún, chả ", .choose("Bún, chả")),
        ("/choose", .invalid("which choice? /choose Red")),
        ("/fill days  3 ", .fill("days", with: "3")),
        ("/fill why I am ill", .fill("why", with: "I am ill")),
        ("/fill days", .invalid("which field, with what? /fill days 3")),
        ("/fill", .invalid("which field, with what? /fill days 3")),
        ("/join #support", .join("#support")),
        ("/join ", .invalid("which channel? /join #general")),
        ("/help", .help),
        ("/pres 1", .invalid("there is no '/pres', and it was not said; /help lists what there is")),
        ("/", .invalid("there is no '/', and it was not said; /help lists what there is")),
    ])
    func `a chat line is parsed as text, a command or an error`(line: String, expected: ChatLine) {
        #expect(ChatLine(line) == expected)
    }
}
