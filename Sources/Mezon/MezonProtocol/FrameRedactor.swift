package import ChatModel
import Foundation
import SwiftProtobuf

/// Removes texts and names from journaled frames. The users, actions, channels and times remain.
package enum FrameRedactor {
    /// Returns a frame without its text. A frame that cannot be decoded becomes empty; of an application event, only user texts are
    /// removed.
    package static func redacted(_ frame: [UInt8]) -> [UInt8] {
        guard !isApplicationEvent(frame) else {
            guard let event = SystemEvent(frame: frame), event.redacted != event else { return frame }
            return event.redacted.frame
        }
        guard case .envelope(var envelope)? = try? Frame(frame), let message = envelope.message else { return [] }
        envelope.unknownFields = UnknownStorage()
        switch message {
        case .channelMessage(let message): envelope.channelMessage = message.redacted
        case .messageButtonClicked: envelope.messageButtonClicked.extraData = ""
        case .dropdownBoxSelected: envelope.dropdownBoxSelected.values = []
        case .quickMenuEvent: envelope.quickMenuEvent.message.content = ContentJSON.empty
        case .tokenSentEvent: envelope.tokenSentEvent.note = ""
        case .clanEventCreated:
            envelope.clanEventCreated.title = ""
            envelope.clanEventCreated.description_p = ""
            envelope.clanEventCreated.address = ""
            envelope.clanEventCreated.logo = ""
        default:
            if case .event(.unknown) = DecodedPush(envelope, receivedAt: .distantPast) { return [] }
        }
        return envelope.wireBytes
    }

    /// Returns a frame without a user's names and without quotations of the user; the user's own texts are removed. Nil if the frame
    /// contains nothing of the user.
    package static func without(_ user: ErasedUser, in frame: [UInt8]) -> [UInt8]? {
        if isApplicationEvent(frame) {
            if case .rewind(let rewind)? = SystemEvent(frame: frame) {
                let cleaned = rewind.without(user)
                return cleaned == rewind ? nil : SystemEvent.rewind(cleaned).frame
            }
            let text = String(decoding: frame, as: UTF8.self)
            let cleaned = user.without(json: text)
            return cleaned == text ? nil : Array(cleaned.utf8)
        }
        guard case .envelope(let envelope)? = try? Frame(frame), let message = envelope.message else { return nil }
        guard case .channelMessage(let message) = message else { return without(user, in: envelope) }
        let cleaned = message.without(user)
        guard cleaned != message else { return nil }
        return RtEnvelope.with { $0.channelMessage = cleaned }.wireBytes
    }

    /// Returns the names and avatars of a user in a frame.
    package static func names(of user: UserID, in frame: [UInt8]) -> Set<String> {
        guard case .envelope(let envelope)? = try? Frame(frame) else { return [] }
        var names: Set<String> = []
        switch envelope.message {
        case .channelMessage(let message): names = message.names(of: user)
        case .messageReactionEvent(let reaction) where reaction.senderID == user.rawValue:
            names = [reaction.senderName, reaction.senderAvatar]
        case .addClanUserEvent(let joined) where joined.user.userID == user.rawValue: names = joined.user.names
        case .tokenSentEvent(let sent) where sent.senderID == user.rawValue: names = [sent.senderName]
        case .userChannelAddedEvent(let added):
            for addedUser in added.users where addedUser.userID == user.rawValue { names.formUnion(addedUser.names) }
        default: break
        }
        names.remove("")
        return names
    }

    /// Returns the byte sequences that occur in a frame about a user: the id as a varint, and in decimal digits.
    package static func traces(of user: UserID) -> [[UInt8]] {
        var remaining = UInt64(bitPattern: user.rawValue)
        var varint: [UInt8] = []
        while remaining > 0x7F {
            varint.append(UInt8(remaining & 0x7F) | 0x80)
            remaining >>= 7
        }
        return [varint + [UInt8(remaining)], Array("\(user)".utf8)]
    }

    private static func isApplicationEvent(_ frame: [UInt8]) -> Bool { frame.first == UInt8(ascii: "{") }

    /// Removes the names of a user from an envelope that is not a message; it contains nothing else of the user.
    private static func without(_ user: ErasedUser, in envelope: RtEnvelope) -> [UInt8]? {
        guard let text = try? envelope.jsonString() else { return nil }
        let cleaned = user.without(json: text)
        guard cleaned != text, let envelope = try? RtEnvelope(jsonString: cleaned) else { return nil }
        return envelope.wireBytes
    }
}

extension RtUserProfileRedis {
    fileprivate var names: Set<String> { [username, displayName, avatar] }
}
