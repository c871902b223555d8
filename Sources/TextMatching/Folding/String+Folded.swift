extension String {
    private static let plain = Folding(.plain)

    /// In small letters, without marks (`ệ` is `e`, `đ` is `d`) and without characters that show nothing.
    package var foldedPlainly: String { String(decoding: Self.plain(self), as: UTF8.self) }
}
