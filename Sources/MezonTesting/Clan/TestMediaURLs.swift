import BotKit
import MezonModel

/// Where a test clan shows what bots attach: under the hash of its bytes, as the house keeps it.
enum TestMediaURLs {
    private static let base = "https://cdn.mezon.ai/"

    /// A request as it leaves the house: with what was on the shelf where others see it.
    static func carried(_ outgoing: ResolvedAction) -> ResolvedAction {
        guard var draft = outgoing.draft, draft.attachments.contains(where: { $0.shelved != nil }) else { return outgoing }
        for (index, attachment) in draft.attachments.enumerated() {
            if let name = attachment.shelved { draft.attachments[index].url = base + name }
        }
        var outgoing = outgoing
        outgoing.draft = draft
        return outgoing
    }

    /// The hash in an address of this clan; nil for any other address.
    static func name(in url: String) -> String? {
        guard url.hasPrefix(base) else { return nil }
        let name = url.dropFirst(base.count)
        return name.utf8.count == 64 && name.allSatisfy(\.isHexDigit) ? String(name) : nil
    }
}
