import ChatModel
import Foundation
import Recurrence

/// A reader of one entry of `lists`: `{ file: lists/rude.txt, kind: words, fold: […] }`, or with inline items.
struct ListReader {
    let entry: ConfigNode.Entry
    /// The names of users.
    let names: NameRegistry
    /// The time zone of times in a calendar file that name none.
    let zone: TimeZone
    let diagnostics: DiagnosticCollector
    private var severities = ListSeverities()

    init(entry: ConfigNode.Entry, names: NameRegistry, zone: TimeZone, diagnostics: DiagnosticCollector) {
        self.entry = entry
        self.names = names
        self.zone = zone
        self.diagnostics = diagnostics
    }

    /// Reads the list; returns `nil` and adds diagnostics if it is invalid.
    mutating func read(from files: inout FileSet) -> ListSettings? {
        guard var map = MapReader(entry.value, "a list", diagnostics) else { return nil }
        let file = map.take(
            "file",
            "A text file inside this folder with one item per line; lines starting with '#' are comments. A calendar may be an .ics file."
        )
        let kind = map.take("kind", "The kind of the items: words, domains, users or calendar.")?.choice(
            ListSettings.Kind.self, "a list kind", diagnostics)
        let inline: [(ListSettings.Kind, ConfigNode?)] = [
            (.words, map.take("words", "The words or phrases.")),
            (.domains, map.take("domains", "The domains; each includes its subdomains.")),
            (.users, map.take("users", "The users, by name or id.")),
            (.calendar, map.take("days", "The days: 2026-01-01, 2026-01-28..2026-02-03, or --09-02 for every year.")),
        ]
        let fold = map.take("fold", "The differences to ignore when searching for these words.")
        let allow = map.take("allow", "Words and phrases in which no item counts: `allow: [public, chó bông]`.")
        let least = map.take(
            "min_severity", "For words with a severity (`word,3` or `word;3` on each line): the lowest severity that counts.")
        map.finish()
        let path = file?.text(diagnostics)
        let given = inline.compactMap { kind, node in node.map { (kind: kind, items: items(of: $0)) } }
        let sources = given.count + (file == nil ? 0 : 1)
        guard sources == 1 else {
            diagnostics.error(
                sources == 0 ? "missing-key" : "several-sources",
                "the list '\(entry.key)' needs \(sources == 0 ? "its items" : "exactly one source of items, not \(sources)")",
                at: entry.keyPosition, suggestion: "write file: lists/\(entry.key).txt, or words: [...]")
            return nil
        }
        var settings = ListSettings(
            name: entry.key, position: entry.keyPosition, kind: given.first?.kind ?? kind ?? .words, fold: fold, items: [])
        if let kind, kind != settings.kind {
            diagnostics.error(
                "wrong-kind", "the list '\(entry.key)' is of kind \(settings.kind.rawValue)", at: entry.keyPosition)
            return nil
        }
        if let allow {
            guard settings.kind == .words else {
                diagnostics.error(
                    "unknown-key", "only lists of words have 'allow'; this one is of kind \(settings.kind.rawValue)",
                    at: allow.position, suggestion: "remove it")
                return nil
            }
            settings.allowed = items(of: allow) ?? []
        }
        if let least {
            guard settings.kind == .words else {
                diagnostics.error(
                    "unknown-key", "only words have a severity; this list is of kind \(settings.kind.rawValue)",
                    at: least.position, suggestion: "remove it")
                return nil
            }
            guard let number = least.wholeNumber(in: 0...999, diagnostics) else { return nil }
            severities = ListSeverities(leastSeverity: number, position: least.position)
        }
        if let given = given.first { return given.items.flatMap { filled(settings, with: $0) } }
        guard let file, let path else { return nil }
        return read(path, at: file.position, into: settings, from: &files)
    }

    private func read(
        _ path: String, at position: SourcePosition, into settings: ListSettings, from files: inout FileSet
    ) -> ListSettings? {
        guard let text = files.text(of: path, namedAt: position, diagnostics) else { return nil }
        if settings.kind == .calendar, text.drop(while: { $0.isWhitespace || $0 == "\u{feff}" }).hasPrefix("BEGIN:VCALENDAR") {
            return filled(settings, withEventsOf: text, in: path)
        }
        return filled(settings, with: ListFileParser.items(of: text, file: path))
    }

    private func filled(_ settings: ListSettings, withEventsOf text: String, in path: String) -> ListSettings {
        let zones = ZoneRulesCache()
        let calendar = ICSCalendar(text, zone: zones.zone(named: zone.identifier) ?? .utc, zones: zones)
        for problem in calendar.problems {
            diagnostics.error(
                "bad-calendar", problem.message, at: SourcePosition(file: path, line: problem.line, column: 1),
                suggestion: problem.suggestion ?? "write the days in a text file: 2026-01-01, or --09-02 for every year")
        }
        var settings = settings
        settings.days = calendar.days
        settings.times = calendar.times
        return settings
    }

    private func filled(_ settings: ListSettings, with items: [ListSettings.Item]) -> ListSettings? {
        var settings = settings
        if items.isEmpty {
            diagnostics.error(
                "empty-list", "the list '\(entry.key)' has no items", at: entry.keyPosition,
                suggestion: "add one, or remove the list")
            return nil
        }
        if items.count > LoadBudget.listItems, let item = items.last {
            diagnostics.error("too-large", "a list has at most \(LoadBudget.listItems) items", at: item.position)
            return nil
        }
        switch settings.kind {
        case .calendar: settings.days = items.compactMap { DaySpan($0, diagnostics) }
        case .users: settings.users = Set(items.compactMap(user))
        case .words:
            guard let words = severities.words(of: items, list: entry.key, diagnostics) else { return nil }
            settings.items = words
        case .domains: settings.items = items
        }
        return settings
    }

    /// Returns the user of an item; a comment may follow the name or id.
    private func user(_ item: ListSettings.Item) -> UserID? {
        let end = item.text.firstRange(of: " #")?.lowerBound ?? item.text.endIndex
        let text = item.text[..<end].trimmingCharacters(in: .whitespaces)
        return names.user(ConfigNode(kind: .scalar(text, .quoted), position: item.position), diagnostics)
    }

    private func items(of node: ConfigNode) -> [ListSettings.Item]? {
        node.list(diagnostics)?.compactMap { item in
            item.text(diagnostics).map { ListSettings.Item(text: $0, position: item.position) }
        }
    }
}
