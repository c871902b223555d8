import ChatModel

/// A step of a simulation: what a user does, time that passes, or a fault.
package enum SimulationStep: Hashable, Sendable, CustomStringConvertible {
    /// A user writes a message. The text is a word and the number of the step.
    case say(user: Int, channel: Int, word: String, number: Int)
    /// A user edits their newest message in a channel that is to be copied.
    case edit(user: Int, channel: Int, number: Int)
    /// A user reacts to the newest message of a channel.
    case react(user: Int, channel: Int)
    case wait(seconds: Int)
    case fault(Fault)

    package enum Fault: Hashable, Sendable, CustomStringConvertible {
        /// The n-th message that the bot sends from now on fails.
        case send(after: Int, SendFault)
        /// The process is killed before the n-th message from now on is sent, or after it and before it is acknowledged.
        case killAtSend(after: Int, isSent: Bool)
        /// The process is killed before the n-th turn from now on is committed.
        case killAtCommit(after: Int)
        /// The process ends and starts again.
        case restart(isKilled: Bool)
        /// The connection to the gateway is lost.
        case disconnect
        /// The gateway's pushes and acknowledgements are lost, and the connection stays open.
        case halfOpen
        /// The connection is opened again, and what was missed is read from history.
        case connect
        /// The connection is lost and opened again several times, each time before everything that was missed is read, except the last.
        case storm(connections: Int)
        /// The pushes of a channel arrive later than those of others.
        case hold(channel: Int)
        /// The pushes that are held arrive.
        case release
        /// The next n pushes arrive twice.
        case duplicate(Int)
        /// The bot's clock jumps, and is wrong by a number of hours from then on.
        case setClock(wrongByHours: Int)

        package var description: String {
            switch self {
            case .send(let number, let fault): "message \(number) from here: \(fault.words)"
            case .killAtSend(let number, let isSent):
                "killed \(isSent ? "after message \(number) from here is sent" : "before message \(number) from here is sent")"
            case .killAtCommit(let number): "killed before turn \(number) from here is committed"
            case .restart(let isKilled): isKilled ? "killed" : "restarted"
            case .disconnect: "connection lost"
            case .halfOpen: "connection half-open"
            case .connect: "connected"
            case .storm(let count): "connected \(count) times, and lost again each time but the last"
            case .hold(let channel): "pushes of \(SimulationPlan.name(ofChannel: channel)) held"
            case .release: "pushes released"
            case .duplicate(let count): "next \(count) pushes twice"
            case .setClock(let hours): "the clock is wrong by \(hours) h"
            }
        }
    }

    /// A Boolean value that indicates whether it is a fault, without which the outcome has to be the same.
    var isFault: Bool { if case .fault = self { true } else { false } }

    package var description: String {
        switch self {
        case .say(let user, let channel, let word, let number):
            "user \(user) in \(SimulationPlan.name(ofChannel: channel)): \(word) \(number)"
        case .edit(let user, let channel, let number):
            "user \(user) edits in \(SimulationPlan.name(ofChannel: channel)): edit \(number)"
        case .react(let user, let channel): "user \(user) reacts in \(SimulationPlan.name(ofChannel: channel))"
        case .wait(let seconds): "\(seconds) s pass"
        case .fault(let fault): "! \(fault)"
        }
    }
}

extension SendFault {
    fileprivate var words: String {
        switch self {
        case .rateLimited(let pause): "refused for \(pause)"
        case .refused(let reason): "refused: \(reason)"
        case .unavailable: "server unavailable"
        case .lostAcknowledgement: "acknowledgement lost"
        case .lost: "lost"
        }
    }
}
