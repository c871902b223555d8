import ChatModel
import MezonBotApp
import Moderation
import Storage

/// Renders rows of the journal for one browser.
struct RowRenderer: Sendable {
    private let context: ConsoleContext
    private let renderer: PageRenderer
    /// Has no form token: rows have no forms, and browsers share them.
    private let viewer: PageRenderer.Viewer

    init(_ context: ConsoleContext, _ renderer: PageRenderer, in language: Language) {
        self.context = context
        self.renderer = renderer
        viewer = PageRenderer.Viewer(language: language, formToken: nil, address: "/")
    }

    /// Renders the row in place of entries that are left out.
    @Sendable func renderGap() throws -> String { try renderer.fragment("journal-gap", [:], for: viewer) }

    /// Renders entries in order. The names of channels are read once for all of them.
    ///
    /// - Parameter shared: The rows that other browsers share; nil if no other shows the entries now.
    @Sendable func render(_ lines: [JournalReader.Line], sharing shared: RenderedRows?) async throws -> [String] {
        let shared = context.scope.isEverything ? shared : nil
        let language = viewer.language
        let known = shared?[language] ?? [:]
        guard !lines.allSatisfy({ known[$0.entry.sequence] != nil }) else { return lines.compactMap { known[$0.entry.sequence] } }
        let listing = JournalListing(labels: try await context.names().labels, in: context.zone)
        return try lines.map { line in
            if let row = known[line.entry.sequence] { return row }
            let row = try renderer.fragment("journal-entry", ["row": JournalRowView(listing.row(line))], for: viewer)
            shared?.add(row, of: line.entry.sequence, in: language)
            return row
        }
    }
}
