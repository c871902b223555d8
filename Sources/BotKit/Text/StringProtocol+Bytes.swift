extension StringProtocol {
    /// The beginning that has at most so many bytes as UTF-8; no character is cut in two.
    ///
    /// What a bot remembers is bounded in bytes, and a character may have any number of them.
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
