import ChatModel
import PatternMatching

/// Patterns with catastrophic behaviour in backtracking engines, measured on texts of growing length.
enum BacktrackingPatterns {
    static let sizes = [16, 18, 20, 22, 26, 1000, 100_000, 1_000_000]
    private static let sources: [(pattern: String, letter: Character)] = [
        ("(a+)+$", "a"), ("^(a+)+$", "a"), ("(x+x+)+y", "x"), ("(.*)(.*)(.*)(.*)(.*)[yz]", "x"), ("(?:x?){40}x{40}y", "x"),
        (".*?.*?b", "x"),
    ]

    static func printFigures() throws {
        let time = SystemTime()
        print("\nus per text of n characters, folding included")
        print("                         n" + sizes.map { padded("\($0)", 10) }.joined() + "   ns per character at the end")
        for (source, letter) in sources {
            var builder = TextScanner.Builder()
            _ = builder.add(try Pattern(source))
            let scanner = builder.build()
            let figures = sizes.map { size in
                let text = String(repeating: letter, count: size) + "!"
                _ = scanner.scan(text)
                let began = time.uptime
                _ = scanner.scan(text)
                return (time.uptime - began) / .microseconds(1)
            }
            let last = zip(figures, sizes).map { $0 * 1000 / Double($1) }.last ?? 0
            print(
                padded(source, 26) + figures.map { padded(Load.number($0), 10) }.joined() + padded(Load.number(last), 10))
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
