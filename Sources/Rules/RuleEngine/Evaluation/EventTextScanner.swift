import ChatModel
import PatternMatching

/// Scans each text of an event that any rule reads once, for the searches of all rules.
struct EventTextScanner: Sendable {
    let selectors: [TextSelector]
    let scanners: [TextScanner]
    let looksForLinks: Bool

    func read(_ event: Event) -> TextScanResult {
        let hits = zip(selectors, scanners).map { reading, scanner in
            let text = reading.text(of: event)
            return text.isEmpty ? TextHits() : scanner.scan(text)
        }
        let message: Message? =
            switch event {
            case .message(let message), .edit(let message): message
            default: nil
            }
        return TextScanResult(
            hits: hits, links: looksForLinks ? message.map { LinkFinder.links(in: $0.content) } ?? [] : nil,
            hasAttachments: message.map { !$0.attachments.isEmpty } ?? false)
    }
}
