/// A position in a configuration file: line and column from 1, counted in code points as in editors.
package struct SourcePosition: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The file's path relative to the folder of `config.yaml`.
    package var file: String
    package var line: Int
    package var column: Int
    /// The number of code points to underline.
    package var length: Int

    package init(file: String, line: Int, column: Int, length: Int = 1) {
        self.file = file
        self.line = line
        self.column = column
        self.length = length
    }

    package var description: String { "\(file):\(line):\(column)" }

    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.file, left.line, left.column, left.length) < (right.file, right.line, right.column, right.length)
    }
}
