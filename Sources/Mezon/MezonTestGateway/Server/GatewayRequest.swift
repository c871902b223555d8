import MezonProtocol
import SwiftProtobuf

/// A client's envelope: a message of the socket, or a call of a remote procedure.
struct GatewayRequest {
    var cid: Int32
    var content: Content
    /// The name that a fault's `on` is compared with.
    var point: String

    enum Content {
        case message(RtEnvelope.OneOf_Message?)
        /// An envelope whose message this gateway does not know.
        case unknown
        /// The procedure is `nil` if neither the name nor the index is known.
        case call(RPC?, [UInt8])
    }

    init(_ envelope: RtEnvelope) {
        cid = envelope.cid
        guard case .apiRequestEvent(let call) = envelope.message else {
            content = envelope.message == nil && !envelope.unknownFields.data.isEmpty ? .unknown : .message(envelope.message)
            point = Self.name(of: envelope.message)
            return
        }
        let rpc = RPC(rawValue: call.apiName) ?? (call.apiName.isEmpty ? RPC(index: call.apiIndex) : nil)
        content = .call(rpc, Array(call.body))
        point = rpc?.rawValue ?? call.apiName
    }

    /// Returns the field's name in the envelope, for messages that clients send.
    private static func name(of message: RtEnvelope.OneOf_Message?) -> String {
        switch message {
        case .clanJoin: "clan_join"
        case .channelJoin: "channel_join"
        case .channelLeave: "channel_leave"
        case .channelMessageSend: "channel_message_send"
        case .channelMessageUpdate: "channel_message_update"
        case .channelMessageRemove: "channel_message_remove"
        case .ephemeralMessageSend: "ephemeral_message_send"
        case .ping: "ping"
        case .messageTypingEvent: "message_typing_event"
        case .lastSeenMessageEvent: "last_seen_message_event"
        case .messageReactionEvent: "message_reaction_event"
        case .messageButtonClicked: "message_button_clicked"
        case .dropdownBoxSelected: "dropdown_box_selected"
        case .quickMenuEvent: "quick_menu_event"
        case .customStatusEvent: "custom_status_event"
        case .lastPinMessageEvent: "last_pin_message_event"
        case .voiceJoinedEvent: "voice_joined_event"
        case .voiceLeavedEvent: "voice_leaved_event"
        case .activeArchivedThread: "active_archived_thread"
        case .checkNameExistedEvent: "check_name_existed_event"
        case .statusUpdate: "status_update"
        default: "other"
        }
    }
}

extension RtEnvelope {
    static func with(cid: Int32, _ message: OneOf_Message) -> RtEnvelope {
        var envelope = RtEnvelope()
        envelope.cid = cid
        envelope.message = message
        return envelope
    }

    static func error(_ refusal: GatewayRequestError, cid: Int32) -> RtEnvelope {
        var error = RtError()
        error.code = refusal.errorCode
        error.message = refusal.message
        return with(cid: cid, .error(error))
    }
}
