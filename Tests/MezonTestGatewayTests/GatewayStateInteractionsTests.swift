import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateInteractionsTests {
    private func click(_ button: String, of message: MessageID) -> RtEnvelope.OneOf_Message {
        .messageButtonClicked(
            .with {
                $0.channelID = ChannelID.general.rawValue
                $0.messageID = message.rawValue
                $0.buttonID = button
            })
    }

    private func choice(_ select: String, _ values: [String], of message: MessageID) -> RtEnvelope.OneOf_Message {
        .dropdownBoxSelected(
            .with {
                $0.channelID = ChannelID.general.rawValue
                $0.messageID = message.rawValue
                $0.selectboxID = select
                $0.values = values
            })
    }

    @Test(arguments: ["", "maybe", "no", "Yes", "t"])
    func `a click on a missing or disabled button is refused`(button: String) throws {
        var state = try GatewayState.make()
        let message = try state.say(content: .yesOrNo, by: .bot)
        #expect(throws: GatewayRequestError.notFound) {
            try state.answer(click(button, of: message), from: .guest, at: .start)
        }
    }

    @Test(arguments: [#"{"t":"yes"}"#, "yes", "[]", #"{"components":"yes"}"#, #"{"components":[{"id":"yes"}]}"#])
    func `a click on a message without components is refused`(content: String) throws {
        var state = try GatewayState.make()
        let message = try state.say(content: content, by: .bot)
        #expect(throws: GatewayRequestError.notFound) {
            try state.answer(click("yes", of: message), from: .guest, at: .start)
        }
    }

    @Test func `a click on a deleted message is refused`() throws {
        var state = try GatewayState.make()
        #expect(throws: GatewayRequestError.notFound) { try state.answer(click("yes", of: 7), from: .guest, at: .start) }
    }

    @Test func `a choice in a select is pushed to the author if the select offers it`() throws {
        var state = try GatewayState.make()
        let message = try state.say(content: .yesOrNo, by: .bot)
        let pushes = try state.answer(choice("pick", ["a"], of: message), from: .guest, at: .start).pushes
        #expect(pushes.map(\.receivers) == [[1]])
        for (select, values) in [("pick", ["b"]), ("pick", ["a", "b"]), ("other", ["a"])] {
            #expect(throws: GatewayRequestError.self) {
                try state.answer(choice(select, values, of: message), from: .guest, at: .start)
            }
        }
    }

    @Test func `a click by procedure is pushed to the author like one by envelope`() throws {
        var state = try GatewayState.make()
        let message = try state.say(content: .yesOrNo, by: .bot)
        guard case .messageButtonClicked(let wire) = click("yes", of: message) else { return }
        #expect(try state.ask(.messageButtonClick, wire, by: .guest).pushes.map(\.receivers) == [[1]])
    }
}
