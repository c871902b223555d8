/// A parser of text files with one item per line; empty lines and those that begin with `#` are ignored.
enum ListFileParser {
    static func items(of text: String, file: String) -> [ListSettings.Item] {
        var items: [ListSettings.Item] = []
        for (index, line) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let start = line.firstIndex { !$0.properties.isWhitespace } ?? line.endIndex
            let end = line.lastIndex { !$0.properties.isWhitespace }.map(line.index(after:)) ?? start
            guard start < end, line[start] != "#" else { continue }
            let column = line.distance(from: line.startIndex, to: start) + 1
            let item = line[start..<end]
            items.append(
                ListSettings.Item(
                    text: String(item), position: SourcePosition(file: file, line: index + 1, column: column, length: item.count))
            )
        }
        return items
    }
}
