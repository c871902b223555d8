import BotConfiguration

/// `repeat_chars: { run: "> 12" }`: the longest run of one character. Case is ignored, and a space ends a run.
struct RepeatCharsCondition: ParsableCondition {
    static let name = "repeat_chars"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        fields.compare("run", .count, "The length of the longest run of one character, for example `> 12`.", of: .runLength) {
            .count($0.text.maxRunLength)
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}

extension String {
    var maxRunLength: Int {
        var longest = 0
        var run = 0
        var last: Character?
        for character in lowercased() {
            run = character.isWhitespace ? 0 : character == last ? run + 1 : 1
            last = character
            longest = max(longest, run)
        }
        return longest
    }
}
