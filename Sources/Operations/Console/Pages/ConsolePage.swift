/// A page to be rendered: a template with its values, in the frame that all pages share.
struct ConsolePage {
    var template: String
    /// The key of the title.
    var title: String
    /// The screen that the navigation marks; nil for a page outside it.
    var screen: Route.Screen?
    /// The values of the template, by name.
    var values: [String: Any] = [:]
    /// The seconds after which the content is loaded again while nobody types; nil for a page that does not change by itself.
    var refreshSeconds: Int?
    /// The id of the element that is loaded again.
    var livePart = "live"
    /// A further script of the page; nil for none.
    var script: Route.Asset?
}
