package import Foundation

/// A reader of text files that checks size and type first: a pipe would block, and a device would never end.
package enum TextFileReader {
    package enum ReadError: Error, Hashable, CustomStringConvertible {
        case missing, notAFile, tooLarge(limit: Int), unreadable, notUTF8(line: Int, column: Int)

        package var description: String {
            switch self {
            case .missing: "does not exist"
            case .notAFile: "is not a regular file"
            case .tooLarge(let limit): "is larger than \(limit) bytes"
            case .unreadable: "cannot be read"
            case .notUTF8: "is not UTF-8"
            }
        }
    }

    package static func text(of url: URL, limit: Int) -> Result<String, ReadError> {
        let path = url.resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return .failure(.missing) }
        guard attributes[.type] as? FileAttributeType == .typeRegular else { return .failure(.notAFile) }
        guard let size = attributes[.size] as? NSNumber, size.intValue <= limit else {
            return .failure(.tooLarge(limit: limit))
        }
        guard let bytes = FileManager.default.contents(atPath: path) else { return .failure(.unreadable) }
        // The file may have grown since its size was read.
        guard bytes.count <= limit else { return .failure(.tooLarge(limit: limit)) }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .failure(positionOfBadByte(in: bytes)) }
        return .success(text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text)
    }

    private static func positionOfBadByte(in bytes: Data) -> ReadError {
        var line = 1
        var column = 1
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        return .notUTF8(line: line, column: column)
    }
}
