/// What one configuration may cost to read.
enum LoadBudget {
    static let fileBytes = 1 << 20
    static let allBytes = 4 << 20
    static let includedFiles = 200
    /// Of one list.
    static let listItems = 50_000
}
