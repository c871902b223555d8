// Flags may appear between any two arguments.
extension ArgumentReader {
    /// Consumes the flags at the current position.
    ///
    /// - Throws: `LocatedUsageError`.
    mutating func takeFlags() throws {
        guard let kinds = flags?.kinds else { return }
        while true {
            skipSpace()
            let start = position
            guard let word = flagWord() else { return }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].lowercased()
            move(to: text.endOfWord(from: start))
            guard let kind = kinds[name] else {
                let known = flags?.names.map { "--\($0)" }.joined(separator: ", ") ?? ""
                throw LocatedUsageError(
                    wording: LocalizedText("unknown flag; available: \(known)", vi: "không có cờ này; chỉ có \(known)"),
                    range: start..<position)
            }
            if parts.count == 2 {
                flags?.put(name, String(parts[1]), at: start..<position)
            } else if kind == .boolean {
                flags?.put(name, nil, at: start..<position)
            } else {
                let before = self
                skipSpace()
                guard flagWord() == nil, let value = try self.word() else {
                    throw LocatedUsageError(
                        wording: LocalizedText("this flag needs a value", vi: "sau nó cần một giá trị"),
                        range: start..<before.position)
                }
                flags?.put(name, value.text, at: start..<position)
            }
        }
    }

    /// Returns the flag at the current position without its dashes, or nil. Phones replace two hyphens by one long dash.
    private func flagWord() -> String? {
        let units = text.units[position..<text.endOfWord(from: position)]
        let dashes = units.prefix { $0 == 0x2D || $0 == 0x2014 || $0 == 0x2013 }
        guard dashes.elementsEqual([0x2D, 0x2D]) || dashes.elementsEqual([0x2014]) || dashes.elementsEqual([0x2013]) else {
            return nil
        }
        let word = String(decoding: units.dropFirst(dashes.count), as: UTF16.self)
        return word.first?.isLetter == true ? word : nil
    }
}
