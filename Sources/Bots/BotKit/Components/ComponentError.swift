/// An error that prevents a component, a form or a card from being added to a draft.
@nonexhaustive
public enum ComponentError: Error, Hashable, CustomStringConvertible {
    /// A payload is larger than the maximum, in bytes of JSON.
    case payloadTooLong(route: String, bytes: Int, most: Int)
    /// A payload cannot be encoded as JSON.
    case payloadUnwritable(route: String, reason: String)
    /// A select or form field has more choices than the maximum; the name of its route or field.
    case tooManyChoices(route: String, count: Int, most: Int)
    /// A select or form field has a number of choices that its options do not allow.
    case badCount(field: String, ClosedRange<Int>, options: Int)
    /// A select or form field allows that nothing is chosen; every field that is not required may be left empty anyway.
    case noChoice(field: String)
    /// A select or form field has two options of the same value, so that they cannot be told apart.
    case sameChoice(field: String, value: String)
    /// A message has more rows of components than the maximum.
    case tooManyRows(count: Int, most: Int)
    /// A card has more fields than the maximum.
    case tooManyFields(count: Int, most: Int)
    /// A message has two form fields of the same name.
    case sameField(String)
    /// A message has two components of the same route and payload, or two selects of the same route; their id. A press of the second would
    /// be taken for one of the first.
    case sameComponent(String)
    /// A select is among the buttons of a card's field.
    case selectInField
    /// Something that is shown or needed is empty.
    case missing(String, of: String)
    /// A grid has no columns or rows, or more than the maximum.
    case badGrid(columns: Int, rows: Int, most: Int)
    /// A part of a grid is larger than the grid, or begins outside of it.
    case outsideGrid(GridItem)
    /// A card shows nothing.
    case emptyCard
    /// A text is not the address of a page or picture.
    case notAnAddress(String)
    /// A text is not a color.
    case notAColor(String)
    /// Cards and components are longer than a message may be, in UTF-16 code units of their JSON.
    case tooLong(units: Int, most: Int)

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .payloadTooLong(let route, let bytes, let most):
            "a payload of the route '\(route)' is \(bytes) bytes as JSON; the maximum is \(most): keep it in state and its key in the payload"
        case .payloadUnwritable(let route, let reason):
            "a payload of the route '\(route)' cannot be encoded as JSON: \(reason)"
        case .tooManyChoices(let route, let count, let most):
            "'\(route)' has \(count) choices; the maximum is \(most)"
        case .badCount(let field, let range, let options):
            "'\(field)' allows \(range.lowerBound) to \(range.upperBound) choices and has \(options) options"
        case .noChoice(let field): "'\(field)' allows 0 choices; write 1 and leave the field optional"
        case .sameChoice(let field, let value): "'\(field)' has two options with the value '\(value)'"
        case .tooManyRows(let count, let most):
            "a message has \(count) rows of components; the maximum is \(most), with five buttons or one select each"
        case .tooManyFields(let count, let most): "a card has \(count) fields; the maximum is \(most)"
        case .sameField(let name): "two form fields of the message are named '\(name)'; give each its own name"
        case .sameComponent(let id): "two components of the message have the id '\(id)'; give each select its own route"
        case .selectInField: "a field of a card can have buttons only; add the select below the message, or as an input"
        case .missing(let part, let whole): "\(whole) has no \(part)"
        case .badGrid(let columns, let rows, let most):
            "a grid has \(columns) columns and \(rows) rows; it needs 1 to \(most) of each"
        case .outsideGrid(let item):
            "a part of a grid with \(item.width) columns and \(item.height) rows from column \(item.column) and row \(item.row) is not inside it"
        case .emptyCard: "the card is empty; give it a title, a text or a field"
        case .notAnAddress(let text): "'\(text.prefix(80))' is not an address; write https://, a host and a path without spaces"
        case .notAColor(let text): "'\(text.prefix(80))' is not a color; write \"#5865f2\""
        case .tooLong(let units, let most):
            "the cards and components of a message have \(units) characters as JSON; the maximum is \(most)"
        }
    }
}
