import BotConfiguration
import ChatModel
import Testing

@testable import Matrix

/// Tests the first sync of a connection against a scripted server.
@Suite(.timeLimit(.minutes(15)))
struct MatrixFirstSyncTests {
    private static let join =
        #"{"type":"m.room.member","event_id":"$join","sender":"@bot:x","origin_server_ts":1,"state_key":"@bot:x","content":{"membership":"join"}}"#

    /// Returns the ingested texts, up to the message `last` of the second sync.
    ///
    /// - Parameters:
    ///   - isMember: whether the bot has been in the room before it starts.
    ///   - events: the room's events in the first sync.
    ///   - more: further keys of its timeline.
    ///   - history: the earlier events, latest first.
    private func texts(isMember: Bool, _ events: [String], more: String = "", history: [String] = []) async throws -> [String] {
        let server = try await ScriptedMatrixServer { request in
            if request.path == "joined_rooms", !isMember { return .ok(#"{"joined_rooms":[]}"#) }
            if request.path.hasSuffix("/messages") { return .ok(#"{"chunk":[\#(history.joined(separator: ","))],"start":"p"}"#) }
            guard request.path == "sync" else { return nil }
            if !request.query.contains("since=") {
                return .ok(ScriptedMatrixServer.sync("s0", events.joined(separator: ","), more: more))
            }
            guard request.query.contains("since=s0") else { return .never }
            return .ok(ScriptedMatrixServer.sync("s1", ScriptedMatrixServer.said("last", id: "$last")))
        }
        let application = try await MatrixTestApplication(
            server.address, as: .token(Secret("syt_token")), in: [ScriptedMatrixServer.room], time: InstantRetryClock())
        try await application.start()
        var texts: [String] = []
        var count = 0
        while texts.last != "last" {
            count += 1
            _ = try await application.wait(for: count)
            texts = try await application.texts()
        }
        try await application.stop()
        try await server.stop()
        return texts
    }

    private static let (old, new) = (
        ScriptedMatrixServer.said("old", id: "$old"), ScriptedMatrixServer.said("new", id: "$new")
    )

    @Test func `messages between the bot's join and the first sync are ingested`() async throws {
        #expect(try await texts(isMember: false, [Self.old, Self.join, Self.new]) == ["new", "last"])
    }

    @Test func `the first sync ingests nothing of a room joined earlier`() async throws {
        #expect(try await texts(isMember: true, [Self.old, Self.join, Self.new]) == ["last"])
    }

    @Test func `messages since the bot's join are read from history if the first sync is cut`() async throws {
        let cut = #","limited":true,"prev_batch":"p""#
        let missed = ScriptedMatrixServer.said("missed", id: "$missed")
        #expect(
            try await texts(isMember: false, [Self.new], more: cut, history: [missed, Self.join, Self.old])
                == ["missed", "new", "last"])
    }
}
