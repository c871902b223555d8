import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateSearchTests {
    private func search(
        _ filters: [(String, String)], by caller: Caller = .guest, size: Int32 = 0, from: Int32 = 0, order: String = "",
        in state: inout GatewayState
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
        let answer = try state.ask(.searchMessage, request, by: caller, as: ApiSearchMessageResponse.self).answer
        return (answer.messages.map { ContentJSON.decode($0.content).text }, answer.total)
    }

    private func makeWorld() throws -> GatewayState {
        var state = try GatewayState.make()
        for text in ["Deploy today", "lunch", "deploy tomorrow"] { _ = try state.say(text) }
        _ = try state.say("deploy by bot", by: .bot)
        _ = try state.say("secret deploy", by: Caller(user: .bot, connection: nil), in: .modLog)
        return state
    }

    @Test func `messages are found by their text, newest first, a page at a time`() throws {
        var state = try makeWorld()
        let found = try search([("content", "DEPLOY")], in: &state)
        #expect(found.texts == ["deploy by bot", "deploy tomorrow", "Deploy today"])
        let page = try search([("content", "deploy")], size: 1, from: 1, in: &state)
        #expect(page.texts == ["deploy tomorrow"])
        #expect(page.total == 3)
        #expect(try search([("content", "deploy")], order: "ASC", in: &state).texts.first == "Deploy today")
    }

    @Test func `a message must match all filters`() throws {
        var state = try makeWorld()
        let filters = [("content", "deploy"), ("username", "guest"), ("clan_id", ClanID.lab.description)]
        #expect(try search(filters, in: &state).texts == ["deploy tomorrow", "Deploy today"])
        #expect(try search([("sender_id", UserID.bot.description)], in: &state).texts == ["deploy by bot"])
    }

    @Test func `a private channel is searched only for its members`() throws {
        var state = try makeWorld()
        #expect(try search([("content", "secret")], in: &state).texts.isEmpty)
        #expect(try search([("content", "secret")], by: .mod, in: &state).texts == ["secret deploy"])
        #expect(throws: GatewayRequestError.channelNotFound) {
            try search([("channel_id", ChannelID.modLog.description)], in: &state)
        }
    }

    @Test(arguments: [("color", "red"), ("clan_id", "x"), ("content", "")])
    func `an unknown filter and a bad value are refused`(name: String, value: String) throws {
        var state = try makeWorld()
        #expect(throws: GatewayRequestError.self) { try search([(name, value)], in: &state) }
    }

    @Test func `a search requires a filter and a valid order`() throws {
        var state = try makeWorld()
        #expect(throws: GatewayRequestError.self) { try search([], in: &state) }
        #expect(throws: GatewayRequestError.self) { try search([("content", "x")], order: "random", in: &state) }
        #expect(throws: GatewayRequestError.self) { try search([("content", "x")], size: 101, in: &state) }
    }
}
