import ChatModel
import SwiftProtobuf

/// The stored form of relayed messages in the outbox: a null byte, with which no envelope begins, then a `StoredRelay` message.
enum RelayedMessageCodec {
    static func isEncoded(_ bytes: [UInt8]) -> Bool { bytes.first == 0 }

    static func bytes(_ relayed: RelayedMessage, to destination: ChannelID) -> [UInt8] {
        let wire = StoredRelay.with {
            $0.destination = destination.rawValue
            $0.origin = relayed.origin.rawValue
            $0.channel = relayed.channel.rawValue
            $0.author = relayed.author.rawValue
            if let profile = relayed.face {
                $0.profile = .with {
                    $0.name = profile.name
                    $0.avatar = profile.avatar
                }
            }
            if let headers = relayed.headers { $0.headers = headers }
            $0.operation =
                switch relayed.operation {
                case .show(let draft, let reference): .show(shown(draft, answering: reference))
                case .edit(let draft): .edit(edited(draft))
                case .delete: .delete(true)
                case .react(let emoji): .react(emoji)
                case .unreact(let emoji): .unreact(emoji)
                }
        }
        return [0] + wire.wireBytes
    }

    /// Decodes a relayed message.
    ///
    /// - Throws: `WireError.notARequest`.
    static func outgoing(_ bytes: [UInt8]) throws -> ResolvedAction {
        guard let wire = try? StoredRelay(serializedBytes: Array(bytes.dropFirst())), let stored = wire.operation else {
            throw WireError.notARequest
        }
        let operation: RelayedMessage.Operation =
            switch stored {
            case .show(let shown):
                .show(
                    draft(shown.content, shown.mentions, shown.attachments),
                    answering: shown.references.first.map(Reference.init(wire:)))
            case .edit(let edited): .edit(draft(edited.content, edited.mentions, edited.attachments))
            case .delete: .delete
            case .react(let emoji): .react(emoji)
            case .unreact(let emoji): .unreact(emoji)
            }
        let profile = wire.hasProfile ? RelayedMessage.DisplayProfile(wire.profile.name, avatar: wire.profile.avatar) : nil
        var relayed = RelayedMessage(
            of: MessageID(wire.origin), in: ChannelID(wire.channel), by: UserID(wire.author), as: profile, operation)
        relayed.headers = wire.hasHeaders ? wire.headers : nil
        return ResolvedAction(channel: ChannelID(wire.destination), request: .relay(relayed))
    }

    private static func shown(_ draft: Draft, answering reference: Reference?) -> RtChannelMessageSend {
        .with {
            $0.content = ContentJSON.encode(draft.content)
            $0.mentions = draft.mentions.map(\.wire)
            $0.attachments = draft.attachments.map(\.wire)
            if let reference { $0.references = [reference.wire] }
        }
    }

    private static func edited(_ draft: Draft) -> RtChannelMessageUpdate {
        .with {
            $0.content = ContentJSON.encode(draft.content)
            $0.mentions = draft.mentions.map(\.wire)
            $0.attachments = draft.attachments.map(\.wire)
        }
    }

    private static func draft(
        _ content: String, _ mentions: [ApiMessageMention], _ attachments: [ApiMessageAttachment]
    ) -> Draft {
        Draft(
            ContentJSON.decode(content), mentions: mentions.map(Mention.init(wire:)),
            attachments: attachments.map(Attachment.init(wire:)))
    }
}
