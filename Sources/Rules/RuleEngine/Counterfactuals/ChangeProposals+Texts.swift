import ChatModel
import PatternMatching

/// Texts: what has to be found is added, and what must not be is removed.
extension ChangeProposals {
    private static let maxTerms = 3
    private static let maxRemovals = 20

    mutating func addTexts(_ feature: Feature, _ sets: TextSets, _ check: FieldCheck) {
        guard case .texts(let selectors) = feature, facts.message != nil else { return }
        guard selectors.contains(where: { $0.source == .text }) else { return }
        for group in sets.required {
            let terms = group.terms.isEmpty ? [group.example].compactMap(\.self) : group.terms
            for term in terms.prefix(Self.maxTerms) { addTerm(term) }
        }
        if !sets.excluded.isEmpty { addRemoval(of: check) }
    }

    private mutating func addTerm(_ term: TextTerm) {
        let fit: Needle.Fit
        let found: String?
        switch term {
        case .needle(let needle): (fit, found) = (needle.fit, needle.text)
        case .pattern(let source, let folds, _):
            // It matches at a place of its own where it does not match among other words.
            (fit, found) = (.anywhere, (try? Pattern(source, folds: folds))?.example)
        }
        guard let text = found, !text.isEmpty else { return }
        let shown = "'\(text.prefix(60))'"
        switch fit {
        case .whole:
            add(.text("whole"), by: .author, "with \(shown) as the whole text", phase: .replacement) {
                $0.changeText { _ in text }
            }
        case .start:
            add(.text("start"), by: .author, "with \(shown) at the start", phase: .addition) { $0.changeText { "\(text) \($0)" } }
        case .anywhere, .word, .wordStart, .wordEnd, .end:
            add(.text("+" + text), by: .author, "with \(shown) in the text", phase: .addition) { world in
                world.changeText { $0.isEmpty ? text : "\($0) \(text)" }
            }
        }
        if case .pattern = term {
            add(.text("whole"), by: .author, "with \(shown) as the whole text", phase: .replacement) {
                $0.changeText { _ in text }
            }
        }
    }

    /// Removes what a condition finds, until it finds nothing more.
    private mutating func addRemoval(of check: FieldCheck) {
        var world = world
        var removed: [String] = []
        for _ in 0..<Self.maxRemovals {
            guard case .holds(let reason) = check.decide(world.facts(like: facts)),
                let match = reason.found.text?.text, !match.isEmpty, facts.text.contains(match), !removed.contains(match)
            else { break }
            removed.append(match)
            world.changeText { $0.replacing(match, with: "") }
        }
        guard !removed.isEmpty else { return }
        let shown = removed.prefix(Self.maxTerms).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
        let rest = removed.count > Self.maxTerms ? " and \(removed.count - Self.maxTerms) more" : ""
        add(.text("-" + removed[0]), by: .author, "without \(shown)\(rest)", phase: .removal) { [removed] world in
            for match in removed { world.changeText { $0.replacing(match, with: "") } }
        }
    }

    /// Another text of the same length.
    mutating func addOtherText() {
        let length = max(facts.text.count, 1)
        add(.text("whole"), by: .author, "with another text", phase: .replacement, size: 2) { world in
            world.changeText { _ in String.filler(length, after: "") }
        }
    }

    mutating func addText(_ feature: Feature, from have: Double, to target: Double) {
        guard facts.message != nil, target < 8000 else { return }
        let (count, more) = (Int(target.rounded()), target > have)
        let step = abs(count - Int(have.rounded()))
        func words(_ one: String, _ many: String) -> String {
            "with \(step) \(more ? "more" : "fewer") \(step == 1 ? one : many)"
        }
        let size = Double(step)
        switch feature {
        case .length:
            add(.length, by: .author, words("character", "characters"), phase: .length, size: size) { world in
                world.changeText { text in
                    text.count < count
                        ? text + .filler(count - text.count, after: text) : more ? text : String(text.prefix(count))
                }
            }
        case .letters:
            add(.length, by: .author, words("letter", "letters"), phase: .length, size: size) { world in
                world.changeText { text in more ? text.withLetters(count) : text.withFewerLetters(count) }
            }
        case .lines:
            add(.text("lines"), by: .author, words("line", "lines"), phase: .addition, size: size) { world in
                world.changeText { $0.withLines(count) }
            }
        case .capitalShare:
            add(.capitals, by: .author, more ? "in capitals" : "in small letters", phase: .capitals) { world in
                world.changeText { more ? $0.uppercased() : $0.lowercased() }
            }
        case .runLength:
            let phrase =
                more ? "with one character \(count) times in a row" : "with no character more than \(count) times in a row"
            add(.text("run"), by: .author, phrase, phase: more ? .addition : .removal) { world in
                world.changeText { more ? "\($0) \(String(repeating: "a", count: count))" : $0.withRuns(upTo: count) }
            }
        case .emoji:
            add(.text("emoji"), by: .author, words("emoji", "emoji"), phase: more ? .addition : .removal, size: size) { world in
                world.changeMessage { $0.setEmoji(count) }
            }
        case .links: addLinks(count, words("link", "links"), size: size)
        default: break
        }
    }

    private mutating func addLinks(_ count: Int, _ phrase: String, size: Double) {
        add(.links, by: .author, phrase, phase: count > facts.links.count ? .addition : .removal, size: size) { world in
            guard let message = world.message else { return }
            let links = LinkFinder.links(in: message.content)
            if links.count < count {
                let more = (links.count..<count).map { " https://example.com/\($0)" }.joined()
                world.changeText { $0 + more }
            } else {
                // What is written may be the label of a link, of which the target is in the markup.
                world.changeMessage { $0.content.markup.removeAll { $0.kind == "lk" } }
                for link in links.dropFirst(count) { world.changeText { $0.replacing(link.text, with: "") } }
            }
        }
    }
}

extension String {
    /// Words of a length that look like text, to follow another text.
    static func filler(_ count: Int, after text: String) -> String {
        let words =
            (text.isEmpty || text.last?.isWhitespace == true ? "" : " ") + String(repeating: "so be it ", count: count / 9 + 1)
        var filler = String(words.prefix(count))
        // Spaces at the end are not part of a message.
        if filler.last == " " { filler = filler.dropLast() + "o" }
        return filler
    }

    fileprivate func withLetters(_ count: Int) -> String {
        let missing = count - letters.all
        guard missing > 0 else { return self }
        let words = stride(from: 0, to: missing, by: 2).map { missing - $0 == 1 ? "o" : "so" }
        return ([self] + words).filter { !$0.isEmpty }.joined(separator: " ")
    }

    fileprivate func withFewerLetters(_ count: Int) -> String {
        var text = self
        while text.letters.all > count, !text.isEmpty { text.removeLast() }
        return text
    }

    fileprivate func withLines(_ count: Int) -> String {
        guard count > 0 else { return "" }
        if lineCount < count { return self + String(repeating: "\nso", count: count - max(lineCount, 1)) }
        let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        return (lines.prefix(count - 1) + [lines.dropFirst(count - 1).joined(separator: " ")]).joined(separator: "\n")
    }

    fileprivate func withRuns(upTo limit: Int) -> String {
        var result = ""
        var run = 0
        for character in self {
            run = result.last?.lowercased() == character.lowercased() ? run + 1 : 1
            if run <= limit || character.isWhitespace { result.append(character) }
        }
        return result
    }
}

extension Message {
    /// Adds emoji, or removes the last ones.
    fileprivate mutating func setEmoji(_ count: Int) {
        if emojiCount < count { content.text += " " + String(repeating: "😀", count: count - emojiCount) }
        while emojiCount > count {
            let before = emojiCount
            if let own = content.extras["ej"]?.array, !own.isEmpty {
                content.extras["ej"] = .array(Array(own.dropLast()))
            } else if let index = content.text.lastIndex(where: \.isEmoji) {
                content.text.remove(at: index)
            }
            guard emojiCount < before else { return }
        }
    }
}
