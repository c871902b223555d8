import Mustache

/// The templates of the pages.
struct PageTemplates: Sendable {
    private let library: MustacheLibrary

    /// - Throws: `ConsoleError.badResource`.
    init() throws(ConsoleError) {
        MustacheContentTypes.register(EscapedContent(), named: EscapedContent.name)
        var library = MustacheLibrary()
        for (name, bytes) in Self.sources {
            let source = "{{% CONTENT_TYPE:\(EscapedContent.name)}}" + String(decoding: bytes, as: UTF8.self)
            do {
                try library.register(source, named: name)
            } catch {
                throw .badResource("\(name).mustache")
            }
        }
        self.library = library
    }

    static let sources: [String: [UInt8]] = [
        "layout": PackageResources.layout_mustache,
        "message": PackageResources.message_mustache,
        "overview": PackageResources.overview_mustache,
        "journal": PackageResources.journal_mustache,
        "journal-entry": PackageResources.journal_entry_mustache,
        "journal-gap": PackageResources.journal_gap_mustache,
        "journal-row": PackageResources.journal_row_mustache,
        "trace": PackageResources.trace_mustache,
        "incidents": PackageResources.incidents_mustache,
        "incident": PackageResources.incident_mustache,
        "rules": PackageResources.rules_mustache,
        "rule-mode": PackageResources.rule_mode_mustache,
        "chat": PackageResources.chat_mustache,
        "editor": PackageResources.editor_mustache,
        "editor-findings": PackageResources.editor_findings_mustache,
        "editor-words": PackageResources.editor_words_mustache,
        "run": PackageResources.run_mustache,
        "rewind": PackageResources.rewind_mustache,
        "suggestions": PackageResources.suggestions_mustache,
        "revisions": PackageResources.revisions_mustache,
        "schedule": PackageResources.schedule_mustache,
        "bots": PackageResources.bots_mustache,
        "settings": PackageResources.settings_mustache,
        "setting": PackageResources.setting_mustache,
        "relays": PackageResources.relays_mustache,
    ]

    /// Renders a template with named values.
    ///
    /// - Throws: `ConsoleError.badResource` if there is no such template.
    func render(_ name: String, _ values: [String: Any]) throws(ConsoleError) -> String {
        guard let text = library.render(values, withTemplate: name) else { throw .badResource("\(name).mustache") }
        return text
    }
}
