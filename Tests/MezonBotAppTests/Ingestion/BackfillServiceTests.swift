import AsyncSupport
import BotTesting
import ChatModel
import ConnectorKit
import Logging
import MezonClient
import MezonProtocol
import Storage
import SwiftProtobuf
import Synchronization
import Testing

@testable import MezonBotApp

struct BackfillServiceTests {
    private let testStore: TestStore
    private let ids: [MessageID]

    init() async throws {
        testStore = try await TestStore()
        let start = Snowflake.floor(of: testStore.time.now)
        ids = (0..<205).map { MessageID(start + Int64($0) << 22) }
    }

    /// Records a gap between the first and the last message, both of which are stored.
    private func leaveGap() async throws -> HistoryGap {
        let gap = HistoryGap(channel: .general, clan: .test, after: ids[0], before: ids[204])
        let there = [ids[0], ids[204]].map { NewEntry.make(.make(text: "there", id: $0)) }
        try await testStore.store.gaps.append(there, leaving: [gap])
        return gap
    }

    private func service(
        maxPages: Int = 1000,
        page: @escaping @Sendable (ApiListChannelMessagesRequest) async throws -> ApiChannelMessageList
    ) throws -> BackfillService {
        let connected = AsyncGate()
        connected.open()
        return BackfillService(
            store: try testStore.store, page: page, connected: connected, me: 1, time: testStore.time, logger: testStore.logger,
            maxPages: maxPages)
    }

    /// Returns the hundred messages before a message, newest first, as the server lists them.
    private func history(_ request: ApiListChannelMessagesRequest) -> ApiChannelMessageList {
        .with { list in
            list.messages = ids.filter { $0.rawValue < request.messageID }.suffix(100).reversed().map { id in
                .with { message in
                    message.messageID = id.rawValue
                    message.channelID = request.channelID
                    message.clanID = request.clanID
                    message.senderID = 5
                    message.content = #"{"t":"missed"}"#
                }
            }
        }
    }

    private func journal() async throws -> [String] {
        try await testStore.store.journal.entries(after: 0, limit: 1000).map { "\($0.message)\($0.isLate ? " late" : "")" }
    }

    @Test func `a gap that failed to load is filled later, in order and without duplicates`() async throws {
        let gap = try await leaveGap()
        let isBack = Mutex(false)
        let service = try service { [self] request in
            guard isBack.withLock({ $0 }) else { throw SessionError.unreachable("no route") }
            return history(request)
        }
        #expect(try await service.fill() == false)
        #expect(try await testStore.store.gaps.all() == [gap])
        try testStore.restart()
        isBack.withLock { $0 = true }
        let later = try self.service { [self] in history($0) }
        #expect(try await later.fill())
        #expect(try await journal() == ["\(ids[0])", "\(ids[204])"] + ids[1..<204].map { "\($0) late" })
        #expect(try await testStore.store.gaps.all() == [])
        #expect(try await later.fill())
        #expect(try await journal().count == 205)
    }

    @Test(arguments: [1, 1000]) func `a gap that is extended while it is filled stays open`(maxPages: Int) async throws {
        var gap = try await leaveGap()
        gap.before = MessageID(ids[204].rawValue + 1)
        let service = try service(maxPages: maxPages) { [self, gap] request in
            try await testStore.store.gaps.append([], leaving: [gap])
            return history(request)
        }
        _ = try await service.fill()
        #expect(try await testStore.store.gaps.all() == [gap])
    }

    @Test func `a gap whose history is refused is closed`() async throws {
        _ = try await leaveGap()
        let service = try service { _ in
            throw SessionError.callRefused(
                call: "ListChannelMessages", status: 403, code: 7, message: "not for applications")
        }
        #expect(try await service.fill())
        #expect(try await testStore.store.gaps.all() == [])
    }

    @Test func `a long gap is filled page by page`() async throws {
        let gap = try await leaveGap()
        let service = try service(maxPages: 1) { [self] in history($0) }
        #expect(try await service.fill() == false)
        #expect(
            try await testStore.store.gaps.all() == [
                HistoryGap(channel: gap.channel, clan: gap.clan, after: gap.after, before: ids[104])
            ])
        #expect(try await service.fill() == false)
        #expect(try await service.fill())
        #expect(try await Set(journal()).count == 205)
    }
}
