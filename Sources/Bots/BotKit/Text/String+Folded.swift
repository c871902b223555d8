import TextFolding

extension String {
    /// A form for comparison that ignores differences readers hardly notice: lower case, without diacritics and invisible
    /// characters. `"Hà Nội".folded == "ha noi"`.
    public var folded: String { foldedPlainly }
}
