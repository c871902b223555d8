import MezonModel

extension Content {
    private static let emoji = "ej"

    /// The same without what would lead somewhere or do something where somebody else says it.
    var inert: Content {
        var content = Content(text)
        content.markup = markup.filter { !$0.kind.hasPrefix("lk") && $0.kind != "vk" }
        content.extras = extras.filter { $0.key == Self.emoji }
        return content
    }
}
