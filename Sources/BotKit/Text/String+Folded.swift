import TextMatching

extension String {
    /// What people do not tell apart when they read, in one form: small letters without marks, and without characters that show
    /// nothing. `"Hà Nội".folded == "ha noi"`.
    public var folded: String { foldedPlainly }
}
