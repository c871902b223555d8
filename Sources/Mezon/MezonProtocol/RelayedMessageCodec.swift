import ChatModel
import SwiftProtobuf

/// The form of relayed messages in the outbox: a null byte, with which no envelope begins, and a protobuf message of the project.
enum RelayedMessageCodec {
    static func isOne(_ bytes: [UInt8]) -> Bool { bytes.first == 0 }

    static func bytes(_ relayed: RelayedMessage, to destination: ChannelID) -> [UInt8] {
        let wire = HouseRelay.with {
            $0.destination = destination.rawValue
            $0.origin = relayed.origin.rawValue
            $0.channel = relayed.channel.rawValue
            $0.author = relayed.author.rawValue
            if let face = relayed.face {
                $0.face = .with {
                    $0.name = face.name
                    $0.avatar = face.avatar
                }
            }
            if let headers = relayed.headers { $0.headers = headers }
            $0.deed =
                switch relayed.deed {
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
        guard let wire = try? HouseRelay(serializedBytes: Array(bytes.dropFirst())), let stored = wire.deed else {
            throw WireError.notARequest
        }
        let deed: RelayedMessage.Operation =
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
        let face = wire.hasFace ? RelayedMessage.DisplayProfile(wire.face.name, avatar: wire.face.avatar) : nil
        var relayed = RelayedMessage(
            of: MessageID(wire.origin), in: ChannelID(wire.channel), by: UserID(wire.author), as: face, deed)
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
