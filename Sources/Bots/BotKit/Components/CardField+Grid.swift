/// A part of a grid, in columns and rows.
///
/// Mezon's clients are known to read these numbers. The public sources do not say whether they count from 0 or 1, or which picture of
/// the sheet a part shows: try it in the client that your users have.
public struct GridItem: Hashable, Sendable {
    /// The column in which the part begins.
    public var column: Int
    /// The row in which the part begins.
    public var row: Int
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates a part of a grid.
    public init(column: Int, row: Int, width: Int = 1, height: Int = 1) {
        self.column = column
        self.row = row
        self.width = width
        self.height = height
    }

    fileprivate var json: JSONValue {
        .object(
            [("start_col", column), ("start_row", row), ("width", width), ("height", height)].reduce(into: [:]) {
                $0[$1.0] = .integer(Int64($1.1))
            })
    }
}

extension CardField {
    private static let maxGridSide = 50
    private static let maxGridItems = 50  // A message has 4000 characters for everything.

    /// Creates a field with pictures in a grid.
    ///
    /// - Parameters:
    ///   - name: The text above the grid; may be empty.
    ///   - columns: The number of columns, at most 50.
    ///   - rows: The number of rows, at most 50.
    ///   - sheet: The address of an image that contains all pictures.
    ///   - positions: The address of a JSON file with the place of each picture in the image.
    ///   - items: The parts of the grid, at most 50.
    public static func grid(
        _ name: String = "", columns: Int, rows: Int, sheet: String, positions: String, items: [GridItem]
    ) -> CardField {
        let component: JSONValue = [
            "url_image": .string(sheet), "url_position": .string(positions), "items": .array(items.map(\.json)),
        ]
        let shape: JSONValue = [
            "id": "grid", "type": 7, "columns": .integer(Int64(columns)), "rows": .integer(Int64(rows)), "component": component,
        ]
        let wrong = [sheet, positions].first { !WebAddress.isValid($0) }
        let problem = problem(ofGrid: columns, rows, items) ?? wrong.map { .notAnAddress($0) }
        return CardField(name, "", ["shape": shape], problem: problem)
    }

    private static func problem(ofGrid columns: Int, _ rows: Int, _ items: [GridItem]) -> ComponentError? {
        guard (1...maxGridSide).contains(columns), (1...maxGridSide).contains(rows) else {
            return .badGrid(columns: columns, rows: rows, most: maxGridSide)
        }
        guard !items.isEmpty else { return .missing("part", of: "a grid") }
        guard items.count <= maxGridItems else { return .tooManyChoices(route: "grid", count: items.count, most: maxGridItems) }
        return items.first { item in
            !(0...columns).contains(item.column) || !(0...rows).contains(item.row) || !(1...columns).contains(item.width)
                || !(1...rows).contains(item.height)
        }.map { .outsideGrid($0) }
    }
}
