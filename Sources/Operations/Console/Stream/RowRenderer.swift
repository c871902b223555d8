import MezonBotApp
import Moderation
import Storage

/// Renders rows of the journal for one browser.
struct RowRenderer: Sendable {
    let context: ConsoleContext
    let renderer: PageRenderer
    let viewer: PageRenderer.Viewer

    /// Renders the row in place of entries that are left out.
    @Sendable func renderGap() throws -> String { try renderer.fragment("journal-gap", [:], for: viewer) }

    /// Renders entries in order. The names of channels are read once for all of them.
    @Sendable func render(_ lines: [JournalReader.Line]) async throws -> [String] {
        guard !lines.isEmpty else { return [] }
        let listing = JournalListing(labels: try await context.names().labels, in: context.zone)
        return try lines.map { line in
            try renderer.fragment("journal-entry", ["row": JournalRowView(listing.row(line))], for: viewer)
        }
    }
}
