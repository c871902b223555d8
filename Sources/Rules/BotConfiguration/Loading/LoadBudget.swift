/// The limits on the cost of reading a configuration.
enum LoadBudget {
    static let fileBytes = 1 << 20
    static let allBytes = 4 << 20
    /// Keys, values and items of all YAML files. Reading so many takes a fifth of a second and sixty megabytes.
    static let allNodes = 80_000
    static let includedFiles = 200
    /// The maximum number of items in one list.
    static let listItems = 50_000
}
