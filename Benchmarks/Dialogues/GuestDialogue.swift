import ChatModel
import EventProcessing
import MezonBotApp
import Storage

/// The progress of one user through dialogue scripts.
actor GuestDialogue {
    enum DialogueError: Error { case noButton(String, in: [String]) }

    /// The data by which a step is found in the journal.
    struct Step {
        var message: MessageID
        /// The button of a press.
        var button: String?
    }

    nonisolated let guest: GatewayGuest
    /// The user that sees the same requests and may decide them.
    private let decider: GatewayGuest
    nonisolated let requests: Channel
    private let time: SystemTime
    private var script: [DialogueScript.Step] = []
    private(set) var expected = DialogueScript.Shown()
    /// The last step, and the uptime at which it was taken.
    private(set) var last: (step: Step, at: Duration)?
    private(set) var scripts = (leaves: 0, polls: 0)
    private var polledAt: Duration?
    /// The last step if it was a press. A press is in no history, so it can only be repeated.
    private var press: (step: Step, again: @Sendable () async throws -> Void)?

    private static let pollCooldown = Duration.milliseconds(10_500)  // The bot's cooldown plus a margin.
    private static let patience = Duration.seconds(1)  // Longer than the bot takes to journal a received event.

    init(_ guest: GatewayGuest, decider: GatewayGuest, requests: Channel, time: SystemTime) {
        self.guest = guest
        self.decider = decider
        self.requests = requests
        self.time = time
    }

    var isBetweenScripts: Bool { script.isEmpty }

    /// Starts the next script: a poll if the cooldown permits one, otherwise a leave request.
    func begin() {
        if scripts.polls < scripts.leaves, polledAt.map({ time.uptime - $0 > Self.pollCooldown }) ?? true {
            scripts.polls += 1
            polledAt = time.uptime
            script = DialogueScript.poll(of: guest.name, scripts.polls).steps
        } else {
            scripts.leaves += 1
            script = DialogueScript.leave(of: guest.name, scripts.leaves, decidedBy: "@\(SoakEnvironment.owner)").steps
        }
    }

    /// Takes the next step.
    func act() async throws {
        guard !script.isEmpty else { return }
        let step = script.removeFirst()
        step.outcome(&expected)
        switch step.action {
        case .say(let text):
            press = nil
            last = (Step(message: try await guest.person.say(text, in: guest.channel)), time.uptime)
        case .press(let label): try await press(label, of: guest.here.last, by: guest)
        case .decide(let label):
            try await wait(.seconds(10)) { guest.requests(in: requests).count == expected.requests.count }
            try await press(label, of: guest.requests(in: requests).last, by: decider)
        }
    }

    /// The messages that the user sees.
    var shown: DialogueScript.Shown {
        DialogueScript.Shown(
            here: guest.here.map(\.withoutNumber), requests: guest.requests(in: requests).map(\.withoutNumber),
            direct: guest.direct.map(\.withoutNumber))
    }

    var isAnswered: Bool { shown == expected }

    /// Waits for the expected messages.
    ///
    /// - Parameter journal: Checked for a press: one that no bot received is in no history, so it is repeated.
    /// - Returns: The number of repeated presses; nil if the messages did not arrive.
    func answered(within limit: Duration, _ journal: JournalReader) async throws -> Int? {
        let end = time.uptime + limit
        var again = 0
        var lookAgain = time.uptime + Self.patience
        while !isAnswered {
            guard time.uptime < end else { return nil }
            try await time.sleep(for: .milliseconds(10))
            guard time.uptime > lookAgain else { continue }
            lookAgain = time.uptime + Self.patience
            if let press, try await !journal.holds(press.step) {
                again += 1
                try await press.again()
            }
        }
        return again
    }

    private func press(_ label: String, of message: Message?, by guest: GatewayGuest) async throws {
        guard let message, let button = ChatButton.list(of: message).first(where: { $0.label == label }) else {
            throw DialogueError.noButton(label, in: guest.here.map(\.text))
        }
        let step = Step(message: message.id, button: button.id)
        let press: @Sendable () async throws -> Void = { try await guest.person.press(button.id, of: message) }
        self.press = (step, press)
        try await press()
        last = (step, time.uptime)
    }

    private func wait(_ limit: Duration, _ holds: () -> Bool) async throws {
        let end = time.uptime + limit
        while !holds(), time.uptime < end { try await time.sleep(for: .milliseconds(5)) }
    }
}

extension JournalReader {
    /// Returns a Boolean value that indicates whether a step is in the journal.
    func holds(_ step: GuestDialogue.Step) async throws -> Bool { try await line(of: step) != nil }

    /// Returns the journal line of a step; nil if it was not received.
    func line(of step: GuestDialogue.Step) async throws -> Line? {
        try await lines(about: step.message).first { line in
            switch line.entry.event {
            case .button(let click): click.button == step.button
            case .message: step.button == nil
            default: false
            }
        }
    }
}

extension Message {
    /// The text without the number of the request in it.
    fileprivate var withoutNumber: String {
        guard let sign = text.firstIndex(of: "#") else { return text }
        let rest = text[text.index(after: sign)...]
        return String(text[...sign] + rest.drop(while: \.isNumber))
    }
}
