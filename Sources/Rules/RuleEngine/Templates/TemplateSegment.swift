/// A segment of a template: literal text, or a value with filters.
enum TemplateSegment: Hashable, Sendable {
    case text(String)
    case value(TemplatePath, [TemplateFilter])

    var isContent: Bool { if case .value(let path, _) = self { path.isContent } else { false } }
}
