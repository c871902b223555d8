/// The bounds of an import.
enum ImportLimits {
    /// More rules of one file than anybody writes.
    static let rules = 2000
}
