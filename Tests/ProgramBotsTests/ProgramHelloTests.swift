import Testing

@testable import ProgramBots

struct ProgramHelloTests {
    @Test func `a program is known by its first line`() throws {
        let hello = try ProgramHello(
            #"{"hello":1,"summary":"Weather","commands":[{"name":"w","arguments":"place","cooldown":"10s"}],"events":["join"]}"#)
        #expect(hello.summary == "Weather")
        #expect(hello.commands.map(\.name) == ["w"])
        #expect(hello.commands[0].cooldown == .seconds(10))
        #expect(hello.events == [.join])
        #expect(!hello.receivesMessages)
        #expect(try ProgramHello(#"{"hello":1}"#).receivesMessages)
    }

    @Test(arguments: [
        (
            #"hello"#,
            "its first line is not valid: it is not a JSON object, but: hello; write everything else to the standard error"
        ),
        (#"{"hello":2}"#, "its first line is not valid: 'hello' must be 1, the version of the protocol"),
        (#"{"hello":1,"x":1}"#, "its first line is not valid: it has no 'x'"),
        (
            #"{"hello":1,"commands":[{"name":"*w"}]}"#,
            "its first line is not valid: '*w' is not a command's name: letters, digits and dashes"
        ),
        (
            #"{"hello":1,"commands":[{"name":"w"},{"name":"v","aliases":["W"]}]}"#,
            "its first line is not valid: two commands have the name 'W'"
        ),
        (#"{"hello":1,"commands":[{}]}"#, "its first line is not valid: a command needs 'name'"),
        (
            #"{"hello":1,"events":["sleep"]}"#,
            "its first line is not valid: 'sleep' is not an event; known are message, edit, delete, reaction, button, menu, "
                + "tokens, coffee, join, leave, role, ban, voice, presence, typing, due, response"
        ),
    ])
    func `an invalid first line is refused with its mistake`(line: String, problem: String) {
        #expect { try ProgramHello(line) } throws: { "\($0)" == problem }
    }
}
