/// A stretch of a template: text as it stands, or a value and what is done to it.
enum TemplateSegment: Hashable, Sendable {
    case text(String)
    case value(TemplatePath, [TemplateFilter])

    var isContent: Bool { if case .value(let path, _) = self { path.isContent } else { false } }
}
