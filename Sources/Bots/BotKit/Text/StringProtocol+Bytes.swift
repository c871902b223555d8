extension StringProtocol {
    /// Returns the longest prefix of at most the given number of UTF-8 bytes, without splitting a character.
    ///
    /// Use it to bound stored texts: state is limited in bytes, and a character may have any number of them.
    public func prefix(bytes: Int) -> String {
        guard utf8.count > bytes else { return String(self) }
        var end = startIndex
        var size = 0
        for index in indices {
            size += self[index].utf8.count
            guard size <= bytes else { break }
            end = self.index(after: index)
        }
        return String(self[..<end])
    }
}
