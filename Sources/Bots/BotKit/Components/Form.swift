/// A form with input fields inside a message. Any button of the same message submits it.
///
///     struct LeaveRequest: Decodable { var days: Int; var kind: Kind; var why: String? }
///     static let request = Route<NoPayload>("request")
///
///     try Draft("").adding(Form("Ask for leave", .number("days", "How many days").required(), .choice("kind", "Which", Kind.self),
///         .lines("why", "Why"))).adding(Self.request.button("Send"))
///
///     Press(Self.request, form: LeaveRequest.self) { (context, request) in … }
///
/// A ``Card`` with `.input` fields is a form as well.
public struct Form: Hashable, Sendable {
    /// The form as a card, in which Mezon shows it.
    public let card: Card

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - title: The heading.
    ///   - text: The text below the heading.
    ///   - fields: The fields, named for the properties into which they are decoded.
    public init(_ title: String, text: String = "", _ fields: FormField...) {
        card = Card(title, text: text, fields: fields.map(CardField.input))
    }
}
