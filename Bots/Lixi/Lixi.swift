import BotKit
import Foundation

/// A bot for lucky money. A giver sends it tokens in Mezon; `*lixi 100000 5 Happy new year` then offers an envelope with five shares of random
/// size. Whoever opens one with its button is sent the tokens. `*lixi back` returns what is left.
///
/// The operator limits what the account sends: `bot: { tokens: { per_day: 1000000 } }`. An order beyond that leaves a dead letter.
struct Lixi: Bot {
    struct Options: BotOptions {
        /// The largest sum of one envelope, in tokens.
        var maximum = 1_000_000
        /// The time after which an envelope can no longer be opened.
        var hours = 24
    }

    struct Share: Codable, Sendable {
        var receiver: UserID
        var tokens: Int
    }

    struct Envelope: Codable, Sendable {
        var giver: UserID
        var wish: String
        var tokens: Int
        var shares: Int  // Those that no one has opened.
        var until: Date
        var opened: [Share] = []
    }

    struct State: BotState {
        /// The tokens that a user has sent and not yet offered.
        var balance = 0
        /// The envelopes of a clan.
        var envelopes: [Int: Envelope] = [:]
        var last = 0
    }

    static let manifest = Manifest(
        "lixi", "Lucky money in shares: *lixi 100000 5 wish.", needs: [.reply, .edit, .directMessage, .tokens])
    static let open = Route<Int>("open")
    let options: Options

    private static let maxOpen = 20  // Of up to 50 shares, within the state size of a clan.
    private static let maxTokens = 1_000_000_000  // Of an order, and of a balance, so that sums cannot overflow.

    func tokensReceived(_ transfer: TokenTransfer, _ context: Context) async throws -> [Action] {
        let balance = try await context.state(.user).update { state in
            state.balance = min(state.balance + min(transfer.amount, Self.maxTokens), Self.maxTokens)
            return state.balance
        }
        let text = context.say("You can offer \(balance) tokens: *lixi.", vi: "Bạn có \(balance) token để phát: *lixi.")
        return [.directMessage(text, to: transfer.sender)]
    }

    var commands: [Command<Self>] {
        Command(
            "lixi", "Offer lucky money", vi: "Phát lì xì",
            arguments: [LocalizedText("tokens", vi: "số-token"), LocalizedText("shares", vi: "số-phần")],
            cooldown: .seconds(30), follows: false
        ) { (context, tokens: Int, shares: Int, wish: RemainingText?) in
            let most = min(options.maximum, Self.maxTokens)
            guard shares >= 1, shares <= 50 else {
                throw UsageError(LocalizedText("1 to 50 shares", vi: "từ 1 đến 50 phần"), about: 1)
            }
            guard tokens >= shares, tokens <= most else {
                throw UsageError(LocalizedText("\(shares) to \(most) tokens", vi: "từ \(shares) đến \(most) token"), about: 0)
            }
            try await context.state(.user).update { state in
                guard state.balance >= tokens else {
                    let words = LocalizedText("you have \(state.balance) with me", vi: "bạn có \(state.balance) ở mình")
                    throw UsageError(words, about: 0)
                }
                state.balance -= tokens
            }
            let envelope = Envelope(
                giver: context.user, wish: (wish?.text ?? "Lì xì").prefix(bytes: 200), tokens: tokens, shares: shares,
                until: context.now + Double(options.hours) * 3600)
            let number = try await context.state(.clan).update { state in
                guard state.envelopes.count < Self.maxOpen else {
                    throw UsageError(LocalizedText("\(Self.maxOpen) envelopes are left", vi: "đang còn \(Self.maxOpen) bao"))
                }
                state.last += 1
                state.envelopes[state.last] = envelope
                return state.last
            }
            return [.reply(try draft(envelope, number, context))]
        }
        Command("lixi back", "Get back what is left", vi: "Lấy lại phần còn", follows: false) { context in
            let left = try await context.state(.clan).update { state in
                let old = state.envelopes.filter { $0.value.giver == context.user && $0.value.until <= context.now }
                for number in old.keys { state.envelopes[number] = nil }
                return old.values.reduce(0) { $0 + $1.tokens }
            }
            let sum = try await context.state(.user).update { state in
                defer { state.balance = 0 }
                return min(state.balance + left, Self.maxTokens)
            }
            guard sum > 0 else { return [.reply(context.say("Nothing is left.", vi: "Không còn gì."))] }
            return [
                .reply(context.say("\(sum) tokens go back to you.", vi: "\(sum) token về lại bạn.")),
                .account(.sendTokens(sum, to: context.user, note: "Lì xì")),
            ]
        }
    }

    var presses: [Press<Self>] {
        Press(Self.open) { (context, number) in
            let envelope = try await context.state(.clan).update { state in
                guard var envelope = state.envelopes[number], envelope.until > context.now else {
                    throw UsageError(LocalizedText("This envelope is empty or too old.", vi: "Bao này đã hết hoặc quá hạn."))
                }
                try Self.draw(from: &envelope, for: context)
                state.envelopes[number] = envelope.shares > 0 ? envelope : nil
                return envelope
            }
            return [
                .edit(try draft(envelope, number, context)),
                .account(.sendTokens(envelope.opened.last?.tokens ?? 0, to: context.user, note: envelope.wish)),
            ]
        }
    }

    /// Gives the user a share of random size: at least one token, at most twice the average of what is left.
    private static func draw(from envelope: inout Envelope, for context: Context) throws {
        guard envelope.giver != context.user else {
            throw UsageError(LocalizedText("This one is for the others.", vi: "Bao này dành cho người khác."))
        }
        guard !envelope.opened.contains(where: { $0.receiver == context.user }) else {
            throw UsageError(LocalizedText("You have opened it already.", vi: "Bạn đã mở rồi."))
        }
        var random = context.random
        let most = min(envelope.tokens - envelope.shares + 1, envelope.tokens / envelope.shares * 2)
        let tokens = envelope.shares == 1 ? envelope.tokens : Int.random(in: 1...most, using: &random)
        envelope.tokens -= tokens
        envelope.shares -= 1
        envelope.opened.append(Share(receiver: context.user, tokens: tokens))
    }

    private func draft(_ envelope: Envelope, _ number: Int, _ context: Context) throws -> Draft {
        let left = context.words("\(envelope.shares) shares left", vi: "còn \(envelope.shares) phần")
        var text = Text { "🧧 \(envelope.wish) (\(left))" }
        for share in envelope.opened {
            text.append("\n")
            text.append(context.mention(share.receiver))
            text.append(": \(share.tokens)")
        }
        return envelope.shares > 0
            ? try text.draft.adding(Self.open.button(context.words("Open", vi: "Mở"), number)) : text.draft
    }
}
