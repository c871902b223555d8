/// What one configuration may cost to read.
enum LoadBudget {
    static let fileBytes = 1 << 20
    static let allBytes = 4 << 20
    /// Keys, values and items of all YAML files. Reading so many takes a fifth of a second and sixty megabytes.
    static let allNodes = 80_000
    static let includedFiles = 200
    /// Of one list.
    static let listItems = 50_000
}
