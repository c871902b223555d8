/// A statement of the stores in its parts: arguments, calls of the functions that encrypt, and the text between them.
struct SQLPieces {
    enum Function: String, CaseIterable {
        case sealed, opened
        case openedSize = "opened_size"
    }

    indirect enum Piece {
        case text(String)
        /// The argument with a number, which counts from one.
        case argument(Int)
        /// A call, with at least one argument.
        case call(Function, [[Piece]])
    }

    private(set) var pieces: [Piece] = []
    /// The number of the last argument.
    private(set) var argumentCount = 0
    private var rest: ArraySlice<UInt8>

    init(_ sql: String) {
        rest = Array(sql.utf8)[...]
        while !rest.isEmpty {
            pieces += expression()
            // A parenthesis that closes nothing.
            if let byte = rest.popFirst() { pieces.append(.text(String(decoding: [byte], as: UTF8.self))) }
        }
    }

    /// Takes the pieces up to the end of the expression: a parenthesis that closes it, or in a call a comma.
    private mutating func expression(inCall: Bool = false) -> [Piece] {
        var pieces: [Piece] = []
        var text: [UInt8] = []
        var depth = 0
        if inCall { rest = rest.drop { $0 == UInt8(ascii: " ") } }
        func flush() {
            if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
            text = []
        }
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: ")") where depth == 0, UInt8(ascii: ",") where depth == 0 && inCall:
                flush()
                return pieces
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                // A constant or a quoted name. A doubled quote within it begins the next one.
                let quoted = rest.dropFirst().prefix { $0 != byte }
                text += rest.prefix(quoted.count + 2)
                rest = rest.dropFirst(quoted.count + 2)
            case UInt8(ascii: "?"):
                flush()
                pieces.append(.argument(argument()))
            default:
                if !(text.last.map(Self.isName) ?? false), let function = function() {
                    flush()
                    pieces.append(call(of: function))
                } else {
                    if byte == UInt8(ascii: "(") { depth += 1 }
                    if byte == UInt8(ascii: ")") { depth -= 1 }
                    text.append(byte)
                    rest = rest.dropFirst()
                }
            }
        }
        flush()
        return pieces
    }

    private mutating func argument() -> Int {
        rest = rest.dropFirst()
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        let number = Int(String(decoding: digits, as: UTF8.self)) ?? argumentCount + 1
        argumentCount = max(argumentCount, number)
        return number
    }

    /// The function that is called at this place.
    private func function() -> Function? {
        Function.allCases.first { rest.starts(with: "\($0.rawValue)(".utf8) }
    }

    private mutating func call(of function: Function) -> Piece {
        rest = rest.dropFirst(function.rawValue.utf8.count + 1)
        var arguments = [expression(inCall: true)]
        while rest.popFirst() == UInt8(ascii: ",") { arguments.append(expression(inCall: true)) }
        return .call(function, arguments)
    }

    static func isName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }

    /// Returns whether a column of a result ends before a piece.
    static func endsColumn(_ piece: Piece?) -> Bool {
        guard let piece else { return true }
        guard case .text(let text) = piece, let word = text.split(whereSeparator: \.isWhitespace).first else { return false }
        return word.hasPrefix(",") || word == "FROM"
    }

    /// The statement with numbered arguments.
    ///
    /// - Parameter key: Replaces a column with which a value is encrypted.
    func source(replacing key: (String) -> String) -> String { pieces.map { Self.source($0, key) }.joined() }

    private static func source(_ piece: Piece, _ key: (String) -> String) -> String {
        switch piece {
        case .text(let text): return text
        case .argument(let number): return "?\(number)"
        case .call(let function, let arguments):
            let texts = arguments.enumerated().map { index, pieces in
                let text = pieces.map { source($0, key) }.joined()
                return index < 2 ? text : key(text.filter { $0 != " " })
            }
            return "\(function.rawValue)(\(texts.joined(separator: ", ")))"
        }
    }

    /// The beginning of the condition of a statement.
    static func condition(of sql: String) -> String.Index? {
        var scanner = SQLWords()
        for index in sql.indices {
            scanner.append(sql[index])
            if scanner.depth == 0, scanner.word == "WHERE" { return sql.index(index, offsetBy: 1 - scanner.word.count) }
        }
        return nil
    }
}

/// The place in a statement: the word that has just been read, within how many parentheses, and outside of quotes.
struct SQLWords {
    private(set) var word = ""
    private(set) var depth = 0
    /// The quote that ends the constant or name that is read.
    private var quote: Character?

    /// Reads a character. Returns it if it is no part of a constant or a quoted name.
    @discardableResult
    mutating func append(_ character: Character) -> Character? {
        if let quote {
            if character == quote { self.quote = nil }
            return nil
        }
        if character.isLetter || character == "_" || character.isNumber {
            word.append(character)
        } else {
            word = ""
        }
        switch character {
        case "'", "\"": quote = character
        case "(": depth += 1
        case ")": depth -= 1
        default: return character
        }
        return character
    }
}
