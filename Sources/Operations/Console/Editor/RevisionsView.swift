import Foundation
import MezonBotApp
import Moderation
import RuleEngine
import Storage

/// The stored revisions of the rules, as `mezon-bot rules list` and `rules diff` show them.
struct RevisionsView: Sendable {
    struct Row: Sendable {
        let version: String
        let href: String
        let firstAt: String
        let lastAt: String
        let isActive: Bool
        let isChosen: Bool
    }

    struct DiffLine: Sendable {
        let text: String
        /// `file`, `added` or `removed`, which the style sheet colours.
        let kind: String
    }

    struct File: Sendable {
        let name: String
        let href: String
    }

    let rows: [Row]
    let hasMore: Bool
    let chosen: String
    let isChosen: Bool
    let isActive: Bool
    let diff: [DiffLine]
    let hasDiff: Bool
    /// The files of the chosen revision that differ from those of the active one.
    let files: [File]
}

extension RevisionsView.DiffLine {
    /// Creates a line of `RevisionDiff`.
    init(_ line: String) {
        text = line
        kind = line.hasPrefix("---") ? "file" : line.hasPrefix("+") ? "added" : "removed"
    }
}

extension ConsoleContext {
    private static let maxRevisions = 30

    /// - Throws: `ScreenError.notFound` for an unknown revision, and errors of the store.
    func revisions(_ chosen: String) async throws -> RevisionsView {
        let revisions = try await reader.revisions()
        let configuration = access.configuration()
        let active = configuration.rules.version
        let found = revisions.first { $0.version == chosen }
        guard chosen.isEmpty || found != nil else { throw ScreenError.notFound }
        let former = found.flatMap { RevisionFiles(json: $0.files) }
        let diff = former.map { RevisionDiff(from: configuration.files, to: $0).lines } ?? []
        let changed = (former?.texts ?? [:]).filter { configuration.files.texts[$0.key] != $0.value }.keys.sorted()
        return RevisionsView(
            rows: revisions.prefix(Self.maxRevisions).map { revision in
                .init(
                    version: revision.version, href: "/editor/revisions?" + QueryText.query([("version", revision.version)]),
                    firstAt: revision.firstAt.stamp(in: zone), lastAt: revision.lastAt.stamp(in: zone),
                    isActive: revision.version == active, isChosen: revision.version == chosen)
            }, hasMore: revisions.count > Self.maxRevisions, chosen: chosen, isChosen: found != nil, isActive: chosen == active,
            diff: diff.prefix(500).map(RevisionsView.DiffLine.init), hasDiff: !diff.isEmpty,
            files: changed.map {
                .init(name: $0, href: "/editor?" + QueryText.query([("file", $0), ("revision", chosen)]))
            })
    }
}
