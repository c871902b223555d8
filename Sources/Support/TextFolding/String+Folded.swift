extension String {
    private static let plain = Folding(.plain)

    /// The text in lower case, without diacritics (`ệ` becomes `e`, `đ` becomes `d`) and without invisible characters.
    package var foldedPlainly: String { String(decoding: Self.plain(self), as: UTF8.self) }
}
