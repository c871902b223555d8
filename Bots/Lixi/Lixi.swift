import BotKit
import Foundation

/// A bot for lucky money: `*lixi 100000 5 Happy new year` offers an envelope with five shares of random size, opened with its button.
///
/// A bot cannot send Mezon's tokens: a transfer is signed with a key of the giver's account. So no token passes through the bot. It
/// keeps what each giver owes to whom (`*lixi owed`); the giver sends the tokens in Mezon, and the receiver confirms them with
/// `*lixi received @giver`.
struct Lixi: Bot {
    struct Options: BotOptions {
        /// The largest sum of one envelope, in tokens.
        var maximum = 1_000_000
        /// The time after which an envelope can no longer be opened.
        var hours = 24
    }

    struct Share: Codable, Sendable {
        var giver: UserID
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
        var envelopes: [Int: Envelope] = [:]
        var last = 0
        var debts: [Share] = []
    }

    static let manifest = Manifest("lixi", "Lucky money in shares: *lixi 100000 5 wish.", needs: [.reply, .edit])
    static let open = Route<Int>("open")
    let options: Options

    private static let maxOpen = 20  // Of up to 50 shares; with the next limit, within the state size of a clan.
    private static let maxDebts = 1500
    private static let maxTokens = 1_000_000_000  // Of an envelope and of a debt, so that sums cannot overflow.

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
            let envelope = Envelope(
                giver: context.user, wish: (wish?.text ?? "Lì xì").prefix(bytes: 200), tokens: tokens, shares: shares,
                until: context.now + Double(options.hours) * 3600)
            let number = try await context.state(.clan).update { state in
                state.envelopes = state.envelopes.filter { $0.value.until > context.now }
                guard state.envelopes.count < Self.maxOpen else {
                    throw UsageError(LocalizedText("\(Self.maxOpen) envelopes are open", vi: "đang có \(Self.maxOpen) bao mở"))
                }
                state.last += 1
                state.envelopes[state.last] = envelope
                return state.last
            }
            return [.reply(try draft(envelope, number, context))]
        }
        Command("lixi owed", "Show what you owe and are owed", vi: "Xem bạn nợ ai và ai nợ bạn") { context in
            let debts = try await context.state(.clan).value.debts.filter { [$0.giver, $0.receiver].contains(context.user) }
            guard !debts.isEmpty else { return [.reply(context.say("Nothing.", vi: "Không có gì."))] }
            let lines = debts.prefix(20).map { debt in
                let isOwn = debt.giver == context.user
                return Text {
                    isOwn ? context.words("You owe ", vi: "Bạn nợ ") : context.words("Owed by ", vi: "Nợ bạn: ")
                    context.mention(isOwn ? debt.receiver : debt.giver)
                    ": \(debt.tokens)"
                }
            }
            return [.reply(Text(separatedBy: "\n") { for line in lines { line } }.draft)]
        }
        Command("lixi received", "Confirm a giver's tokens", vi: "Xác nhận đã nhận token", follows: false) {
            (context, giver: Mention) in
            let settled = try await context.state(.clan).update { state in
                let index = state.debts.firstIndex { $0.giver == giver.user && $0.receiver == context.user }
                return index.map { state.debts.remove(at: $0).tokens }
            }
            guard let settled else { throw UsageError(LocalizedText("they owe you nothing", vi: "họ không nợ bạn"), about: 0) }
            return [.reply(context.say("\(settled) tokens are settled.", vi: "Đã xong \(settled) token."))]
        }
    }

    var presses: [Press<Self>] {
        Press(Self.open) { (context, number) in
            let envelope = try await context.state(.clan).update { state in
                guard var envelope = state.envelopes[number], envelope.until > context.now else {
                    throw UsageError(LocalizedText("This envelope is empty or too old.", vi: "Bao này đã hết hoặc quá hạn."))
                }
                try Self.add(try Self.draw(from: &envelope, for: context), to: &state.debts)
                state.envelopes[number] = envelope.shares > 0 ? envelope : nil
                return envelope
            }
            return [.edit(try draft(envelope, number, context))]
        }
    }

    /// Gives the user a share of random size: at least one token, at most twice the average of what is left.
    private static func draw(from envelope: inout Envelope, for context: Context) throws -> Share {
        guard envelope.giver != context.user else {
            throw UsageError(LocalizedText("This one is for the others.", vi: "Bao này dành cho người khác."))
        }
        guard !envelope.opened.contains(where: { $0.receiver == context.user }) else {
            throw UsageError(LocalizedText("You have opened it already.", vi: "Bạn đã mở rồi."))
        }
        var random = context.random
        let most = min(envelope.tokens - envelope.shares + 1, envelope.tokens / envelope.shares * 2)
        let tokens = envelope.shares == 1 ? envelope.tokens : Int.random(in: 1...most, using: &random)
        let share = Share(giver: envelope.giver, receiver: context.user, tokens: tokens)
        envelope.tokens -= tokens
        envelope.shares -= 1
        envelope.opened.append(share)
        return share
    }

    private static func add(_ debt: Share, to debts: inout [Share]) throws {
        let index = debts.firstIndex { $0.giver == debt.giver && $0.receiver == debt.receiver }
        let sum = debt.tokens + (index.map { debts[$0].tokens } ?? 0)
        guard sum <= maxTokens, index != nil || debts.count < maxDebts else {
            throw UsageError(LocalizedText("Too much is owed already.", vi: "Còn nợ quá nhiều."))
        }
        if let index { debts[index].tokens = sum } else { debts.append(debt) }
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
