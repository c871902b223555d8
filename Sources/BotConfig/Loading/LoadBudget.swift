/// The limits on the cost of reading a configuration.
enum LoadBudget {
    static let fileBytes = 1 << 20
    static let allBytes = 4 << 20
    static let includedFiles = 200
    /// The maximum number of items in one list.
    static let listItems = 50_000
}
