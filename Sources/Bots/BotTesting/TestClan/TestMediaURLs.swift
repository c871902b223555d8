import BotKit
import ChatModel

/// The addresses of attachments in a test clan: each contains the hash of the bytes, as in the application's store.
enum TestMediaURLs {
    private static let base = "https://cdn.mezon.ai/"

    /// Returns a request as it is sent: with public addresses in place of those of locally stored files.
    static func carried(_ outgoing: ResolvedAction) -> ResolvedAction {
        guard var draft = outgoing.draft, draft.attachments.contains(where: { $0.localFileName != nil }) else { return outgoing }
        for (index, attachment) in draft.attachments.enumerated() {
            if let name = attachment.localFileName { draft.attachments[index].url = base + name }
        }
        var outgoing = outgoing
        outgoing.draft = draft
        return outgoing
    }

    /// Returns the hash in an address of this clan, or nil for any other address.
    static func name(in url: String) -> String? {
        guard url.hasPrefix(base) else { return nil }
        let name = url.dropFirst(base.count)
        return name.utf8.count == 64 && name.allSatisfy(\.isHexDigit) ? String(name) : nil
    }
}
