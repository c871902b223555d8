import BotKit
import Synchronization

/// Books trips with a dialogue that uses every kind of question.
struct Trip: Bot {
    enum Class: String, Choice { case hard, soft }
    struct State: BotState { var seats = 0 }

    static let manifest = Manifest("trip", needs: [.reply])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command.dialogue("trip", "Books a trip", vi: "Đặt chuyến đi") { (dialogue, to: String) in
            let people = try await dialogue.ask("How many people to \(to)?", as: Int.self, in: 1...9)
            let seat = try await dialogue.once { context in
                try await context.state(.global).update { state in
                    state.seats += people
                    return state.seats
                }
            }
            let kind = try await dialogue.choose("Which class?", Class.self) { LocalizedText("\($0) seats", vi: "ghế \($0)") }
            let note = try await dialogue.ask("A note?")
            if note == "bad" { throw UsageError("not such a note") }
            guard try await dialogue.confirm("\(people), \(kind), \(note): right?") else { return [] }
            return [.reply("\(to) \(people) \(kind) \(note), seat \(seat)")]
        }
        Command.dialogue("name", patience: .seconds(60)) { dialogue in
            [.reply("hello \(try await dialogue.ask("What is your name?"))")]
        }
        Command("seats") { context in [.reply("\(try await context.state(.global).value.seats)")] }
    }
}

/// The same under another name, to run in the same channel.
struct DialogueLog: Bot {
    static let manifest = Manifest("diary", needs: [.reply])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command.dialogue("diary") { dialogue in [.reply("noted: \(try await dialogue.ask("What happened?"))")] }
    }
}
