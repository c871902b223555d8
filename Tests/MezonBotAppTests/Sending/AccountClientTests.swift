import BotTesting
import ChatModel
import Foundation
import Logging
import MezonClient
import MezonTestGateway
import Testing

@testable import MezonBotApp

/// Tokens and playbacks of an account, at a gateway that verifies signatures, proofs and numbers of transfers.
@Suite(.timeLimit(.minutes(15)))
struct AccountClientTests {
    private static let an: UserID = 1_900_000_000_000_000_202
    private let gateway: MezonTestGateway
    private let client: SessionClient
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() async throws {
        gateway = try MezonTestGateway(time: SystemTime(), logger: logger)
        let base = try await gateway.start().baseURL
        let account = try #require(gateway.accounts.first { $0.isApp })
        client = SessionClient(
            endpoint: try #require(GatewayEndpoint(base)),
            credentials: Credentials(appID: "\(account.appID)", token: account.token),
            time: SystemTime(), logger: logger)
    }

    private func account(_ limits: TokenLimits?, at time: any TimeSource = SystemTime()) -> AccountClient {
        AccountClient(client: client, limits: limits, timeZone: .gmt, time: time)
    }

    private func shutDown() async throws {
        try await client.shutdown()
        await gateway.shutdown()
    }

    private func refusal(of action: AccountAction, id: String = "1", _ limits: TokenLimits? = nil) async throws -> String {
        do { try await account(limits).perform(action, id: id) } catch AccountError.refused(let reason) { return reason }
        return "none"
    }

    @Test func `an order is executed once, whatever becomes of its acknowledgement`() async throws {
        let limits = TokenLimits(perDay: 100, perOrder: 60)
        let order = AccountAction.sendTokens(60, to: Self.an, note: "tea")
        try await account(limits).perform(order, id: "1")
        // Another process repeats it: the limit of the day would not permit two.
        try await account(limits).perform(order, id: "1")
        try await account(limits).perform(.sendTokens(40, to: Self.an, note: ""), id: "2")
        let reason = try await refusal(of: .sendTokens(1, to: Self.an, note: ""), id: "3", limits)
        #expect(reason == "1 tokens more would exceed bot.tokens.per_day")
        try await shutDown()
    }

    @Test func `of attempts at the same time one is executed`() async throws {
        let account = account(TokenLimits(perDay: 100, perOrder: 60))
        let done = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do {
                        try await account.perform(.sendTokens(60, to: Self.an, note: ""), id: "1")
                        return true
                    } catch AccountError.unavailable {
                        return false
                    } catch {
                        Issue.record(error)
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(done >= 1)
        try await account.perform(.sendTokens(60, to: Self.an, note: ""), id: "1")
        try await account.perform(.sendTokens(40, to: Self.an, note: ""), id: "2")
        try await shutDown()
    }

    @Test func `tokens of yesterday do not count for today`() async throws {
        let limits = TokenLimits(perDay: 60, perOrder: 60)
        try await account(limits).perform(.sendTokens(60, to: Self.an, note: ""), id: "1")
        let tomorrow = ManualTime(now: Date.now.addingTimeInterval(86_400))
        try await account(limits, at: tomorrow).perform(.sendTokens(60, to: Self.an, note: ""), id: "2")
        try await shutDown()
    }

    @Test func `what the limits, the balance or the account forbid is refused`() async throws {
        let one = AccountAction.sendTokens(1, to: Self.an, note: "")
        #expect(try await refusal(of: one, id: "1").contains("bot.tokens.per_day"))
        let small = TokenLimits(perDay: 10, perOrder: 5)
        let six = AccountAction.sendTokens(6, to: Self.an, note: "")
        #expect(try await refusal(of: six, id: "1", small) == "6 tokens at once; bot.tokens.per_order allows 5")
        let large = TokenLimits(perDay: 10_000_000, perOrder: 10_000_000)
        let all = AccountAction.sendTokens(1_000_001, to: Self.an, note: "")
        #expect(try await refusal(of: all, id: "1", large) == "insufficient balance")
        let own = AccountAction.sendTokens(1, to: try await client.sessions.session().userID, note: "")
        #expect(try await refusal(of: own, id: "1", small) == "the account cannot send tokens to itself")
        try await shutDown()
    }

    @Test func `a coffee is paid once, within the limits, and tells the message`() async throws {
        let order = CoffeeOrder(message: 5, author: Self.an, channel: 6, clan: 7)
        let limits = TokenLimits(perDay: 15_000, perOrder: 10_000)
        for _ in 0..<2 { try await account(limits).perform(.giveCoffee(order), id: "1") }
        #expect(try await refusal(of: .giveCoffee(order), id: "2", limits).contains("bot.tokens.per_day"))
        let low = TokenLimits(perDay: 15_000, perOrder: 9_999)
        #expect(try await refusal(of: .giveCoffee(order), id: "3", low).hasPrefix("10000 tokens at once"))
        try await shutDown()
    }

    @Test func `a playback is accepted for a logged-in account`() async throws {
        let playback = MediaPlayback("https://example.org/song.mp3", title: "Song", room: "hall")
        try await account(nil).perform(.playMedia(playback), id: "1")
        let bare = MediaPlayback("https://example.org/song.mp3", title: "", room: "hall")
        #expect(try await refusal(of: .playMedia(bare), id: "2") == "the voice server refused it with 400")
        try await shutDown()
    }
}
