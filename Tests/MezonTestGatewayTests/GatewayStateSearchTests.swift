import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateSearchTests {
    private func search(
        _ filters: [(String, String)], by caller: Caller = .guest, size: Int32 = 0, from: Int32 = 0, order: String = "",
        in world: inout GatewayState
    ) throws -> (texts: [String], total: Int32) {
        let request = ApiSearchMessageRequest.with {
            $0.filters = filters.map { name, value in
                .with {
                    $0.fieldName = name
                    $0.fieldValue = value
                }
            }
            $0.size = size
            $0.from = from
            if !order.isEmpty {
                $0.sorts = [
                    .with {
                        $0.fieldName = "create_time"
                        $0.order = order
                    }
                ]
            }
        }
        let answer = try world.ask(.searchMessage, request, by: caller, as: ApiSearchMessageResponse.self).answer
        return (answer.messages.map { ContentJSON.decode($0.content).text }, answer.total)
    }

    private func makeWorld() throws -> GatewayState {
        var world = try GatewayState.make()
        for text in ["Deploy today", "lunch", "deploy tomorrow"] { _ = try world.say(text) }
        _ = try world.say("deploy by bot", by: .bot)
        _ = try world.say("secret deploy", by: Caller(user: .bot, connection: nil), in: .modLog)
        return world
    }

    @Test func `messages are found by their text, newest first, a page at a time`() throws {
        var world = try makeWorld()
        let found = try search([("content", "DEPLOY")], in: &world)
        #expect(found.texts == ["deploy by bot", "deploy tomorrow", "Deploy today"])
        let page = try search([("content", "deploy")], size: 1, from: 1, in: &world)
        #expect(page.texts == ["deploy tomorrow"])
        #expect(page.total == 3)
        #expect(try search([("content", "deploy")], order: "ASC", in: &world).texts.first == "Deploy today")
    }

    @Test func `filters are joined by and`() throws {
        var world = try makeWorld()
        let filters = [("content", "deploy"), ("username", "guest"), ("clan_id", ClanID.lab.description)]
        #expect(try search(filters, in: &world).texts == ["deploy tomorrow", "Deploy today"])
        #expect(try search([("sender_id", UserID.bot.description)], in: &world).texts == ["deploy by bot"])
    }

    @Test func `a private channel is searched by its members alone`() throws {
        var world = try makeWorld()
        #expect(try search([("content", "secret")], in: &world).texts.isEmpty)
        #expect(try search([("content", "secret")], by: .mod, in: &world).texts == ["secret deploy"])
        #expect(throws: GatewayRequestError.channelNotFound) {
            try search([("channel_id", ChannelID.modLog.description)], in: &world)
        }
    }

    @Test(arguments: [("color", "red"), ("clan_id", "x"), ("content", "")])
    func `an unknown filter and a bad value are refused`(name: String, value: String) throws {
        var world = try makeWorld()
        #expect(throws: GatewayRequestError.self) { try search([(name, value)], in: &world) }
    }

    @Test func `a search needs a filter and a plain order`() throws {
        var world = try makeWorld()
        #expect(throws: GatewayRequestError.self) { try search([], in: &world) }
        #expect(throws: GatewayRequestError.self) { try search([("content", "x")], order: "random", in: &world) }
        #expect(throws: GatewayRequestError.self) { try search([("content", "x")], size: 101, in: &world) }
    }
}
