import BotKit
package import MezonModel
import Persistence

/// Puts what is attached to a message where those who are shown it can read it. A file that cannot be brought there is told of in words:
/// what is said goes out either way.
package struct AttachmentReupload: DeliveryMiddleware {
    /// Who takes files at a destination, and for what.
    package enum Destination: Sendable {
        /// Mezon, which reads the web; what bots attach it gets anyway.
        case mezon
        /// A network that keeps files itself, and shows one with each message; others it shows by their addresses.
        case keeper
        /// One that shows addresses.
        case shower
    }

    private static let most = 10  // Of one message; nobody waits for more.
    /// A second would be a message of its own there, which no edit and no delete would reach.
    private static let mostKept = 1

    package let name = "files"
    private let destination: Destination
    private let host: any FileHost
    private let carrier: AttachmentTransfer
    private let ready: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - host: where files are put.
    ///   - ready: returns once they can be.
    package init(
        _ destination: Destination, at host: any FileHost, by carrier: AttachmentTransfer,
        once ready: @escaping @Sendable () async throws -> Void
    ) {
        self.destination = destination
        self.host = host
        self.carrier = carrier
        self.ready = ready
    }

    package func prepare(_ outgoing: ResolvedAction) async throws -> ResolvedAction {
        guard var draft = outgoing.draft, draft.attachments.contains(where: isMeant) else { return outgoing }
        var shown: [Attachment] = []
        var carried = 0
        var most = Self.most
        if case .keeper = destination {
            // Those that lie there already count too.
            most = Self.mostKept
            carried = draft.attachments.count { AttachmentURL.isMatrix($0.url) }
        }
        for attachment in draft.attachments {
            guard isMeant(attachment) else {
                shown.append(attachment)
                continue
            }
            carried += 1
            let outcome =
                carried > most ? .failed("one of too many") : try await carrier.carry(attachment, to: host, once: ready)
            switch outcome {
            case .made(let address, let mediaType, let size):
                var copy = attachment
                copy.url = address
                copy.filename = FileNameSanitizer.name(attachment.filename)
                copy.mediaType = FileNameSanitizer.mediaType(attachment.mediaType) ?? mediaType
                copy.sizeInBytes = size
                shown.append(copy)
            case .failed(let reason): draft.content.tell(of: attachment, because: reason)
            }
        }
        draft.attachments = shown
        var outgoing = outgoing
        outgoing.draft = draft
        return outgoing
    }

    private func isMeant(_ attachment: Attachment) -> Bool {
        switch destination {
        case .mezon: AttachmentURL.isMatrix(attachment.url)
        case .keeper: AttachmentURL.isWeb(attachment.url) || AttachmentURL.isShelved(attachment.url)
        case .shower: AttachmentURL.isMatrix(attachment.url) || AttachmentURL.isShelved(attachment.url)
        }
    }
}

extension Content {
    /// A line about a file that is not shown: what it is called, how large it is, and where it is.
    fileprivate mutating func tell(of attachment: Attachment, because reason: String) {
        let size = attachment.sizeInBytes > 0 ? " (\(FileSize.text(attachment.sizeInBytes)))" : ""
        let isWeb = AttachmentURL.isWeb(attachment.url) && attachment.url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        let place = AttachmentURL.isMatrix(attachment.url) ? "a file on Matrix, " : "a file, "
        text += (text.isEmpty ? "" : "\n") + "📎 \(FileNameSanitizer.name(attachment.filename))\(size): "
        guard isWeb else {
            text += place + reason
            return
        }
        let start = text.utf16.count
        text += attachment.url
        markup.append(Markup("lk", TextRange(start, text.utf16.count)))
    }
}
