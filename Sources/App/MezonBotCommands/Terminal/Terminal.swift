import ChatModel
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The capabilities of the terminal at a file descriptor. A file or a pipe has neither colors nor a width.
struct Terminal {
    enum Severity {
        case success, warning, error

        fileprivate var code: String {
            switch self {
            case .success: "32"
            case .warning: "33"
            case .error: "31"
            }
        }
    }

    let isInteractive: Bool
    /// A Boolean value that indicates whether escape sequences may be written.
    let hasEscapes: Bool
    /// A Boolean value that indicates whether severities may be colored.
    let hasColors: Bool
    /// The number of columns; nil if lines may have any length.
    let width: Int?

    static var output: Terminal { Terminal(STDOUT_FILENO, environment: ProcessInfo.processInfo.environment) }
    static var errors: Terminal { Terminal(STDERR_FILENO, environment: ProcessInfo.processInfo.environment) }

    init(_ descriptor: Int32, environment: [String: String]) {
        isInteractive = isatty(descriptor) == 1
        hasEscapes = isInteractive && !["", "dumb"].contains(environment["TERM"] ?? "")
        hasColors = hasEscapes && (environment["NO_COLOR"] ?? "").isEmpty  // https://no-color.org
        guard isInteractive else {
            width = nil
            return
        }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let columns = environment["COLUMNS"].flatMap(Int.init) ?? (isKnown ? Int(size.ws_col) : 0)
        width = columns > 0 ? max(20, columns) : nil  // Narrower than 20 columns, a line shows nothing useful.
    }

    /// Returns the text in the color of a severity.
    func colored(_ text: some StringProtocol, _ severity: Severity) -> String {
        hasColors ? "\u{1B}[\(severity.code)m\(text)\u{1B}[0m" : String(text)
    }

    /// Returns each line cut to the width, with an ellipsis in place of the rest.
    func fitting(_ text: String) -> String {
        guard let width else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var columns = 0
            var end = line.startIndex
            for index in line.indices {
                columns += line[index].columns
                if columns > width { return line[..<end] + "…" }
                if columns < width { end = line.index(after: index) }
            }
            return String(line)
        }.joined(separator: "\n")
    }
}

extension Character {
    /// The number of terminal columns. A variation selector turns a symbol into a wide emoji.
    fileprivate var columns: Int {
        unicodeScalars.contains("\u{FE0F}") ? 2 : unicodeScalars.first?.terminalColumns ?? 0
    }
}
