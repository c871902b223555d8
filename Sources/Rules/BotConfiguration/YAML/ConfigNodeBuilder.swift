import ChatModel
import Yams

/// A converter from the parser's tree to configuration nodes. It resolves aliases within a budget and rejects YAML features that
/// configurations do not use.
struct ConfigNodeBuilder {
    private let file: String
    private let lines: [[Unicode.Scalar]]
    private let keys: [Unicode.Scalar]
    private let isForeign: Bool
    private let diagnostics: DiagnosticCollector
    private var anchors: [String: Anchored] = [:]
    private var expandedNodes = 0
    private var visitedNodes = 0
    /// The key whose value is being read.
    private var currentKey: String?

    /// The maximum depth: greater than in any rule that can be understood, and far from a stack overflow.
    static let depthLimit = 64
    /// The maximum number of nodes that all aliases together may stand for; more is an error or an attack.
    static let expansionLimit = 20_000

    private struct Anchored {
        let node: ConfigNode
        let size: Int
        let height: Int
    }

    /// - Parameter isForeign: A Boolean value that indicates whether any scalar may be a key, and the last of duplicate keys counts.
    init(
        file: String, lines: [[Unicode.Scalar]], keys: [Unicode.Scalar], isForeign: Bool = false, diagnostics: DiagnosticCollector
    ) {
        self.file = file
        self.lines = lines
        self.keys = keys
        self.isForeign = isForeign
        self.diagnostics = diagnostics
    }

    /// Converts a node; `nil` if it was rejected.
    mutating func node(_ node: Node, depth: Int) -> ConfigNode? {
        let position = position(of: node)
        guard depth <= Self.depthLimit else {
            refuseDepth(at: position)
            return nil
        }
        checkTag(of: node, at: position)
        if case .scalar(let scalar) = node, let name = aliasName(scalar) { return alias(name, depth: depth, at: position) }
        let before = visitedNodes + expandedNodes
        visitedNodes += 1
        let kind: ConfigNode.Kind
        switch node {
        case .scalar(let scalar): kind = .scalar(restored(scalar.string), style(of: scalar))
        case .sequence(let items): kind = .list(items.compactMap { self.node($0, depth: depth + 1) })
        case .mapping(let mapping): kind = .map(entries(of: mapping, depth: depth))
        case .alias: return nil
        }
        var result = ConfigNode(kind: kind, position: position)
        result.isVerbatim = result.isVerbatim(in: lines)
        result.comment = result.comment(in: lines)
        if let name = node.anchor?.rawValue {
            anchors[name] = Anchored(
                node: result, size: visitedNodes + expandedNodes - before, height: result.height)
        }
        return result
    }

    private mutating func alias(_ name: String, depth: Int, at position: SourcePosition) -> ConfigNode? {
        guard let anchored = anchors[name] else {
            let nearest = diagnostics.offersSuggestions ? Spelling.nearest(to: name, among: anchors.keys.sorted()) : nil
            diagnostics.error(
                "unknown-alias", "no anchor '&\(name)' is defined before this alias", at: position,
                suggestion: nearest.map { "did you mean '\($0)'?" } ?? UnquotedMark.hint(forAlias: name, under: currentKey))
            return nil
        }
        guard depth + anchored.height - 1 <= Self.depthLimit else {
            refuseDepth(at: position)
            return nil
        }
        let wasWithin = expandedNodes <= Self.expansionLimit
        if wasWithin { expandedNodes += anchored.size }
        guard expandedNodes <= Self.expansionLimit else {
            if wasWithin {
                diagnostics.error(
                    "too-many-aliases", "the aliases up to here expand to more than \(Self.expansionLimit) nodes", at: position,
                    suggestion: "write the values out")
            }
            return nil
        }
        return anchored.node
    }

    private mutating func entries(of mapping: Node.Mapping, depth: Int) -> [ConfigNode.Entry] {
        var entries: [ConfigNode.Entry] = []
        var positions: [String: SourcePosition] = [:]
        let isCondition = ["when", "all", "any", "not"].contains(currentKey)
        for (keyNode, valueNode) in mapping {
            currentKey = keyNode.scalar?.string
            let value = node(valueNode, depth: depth + 1)
            guard let (key, position) = key(keyNode) else { continue }
            if isForeign, positions[key] != nil {
                entries.removeAll { $0.key == key }
            } else if let first = positions[key] {
                diagnostics.error(
                    "duplicate-key",
                    "duplicate key '\(key)', first given at \(first.line):\(first.column); YAML would keep only one",
                    at: position,
                    suggestion: isCondition
                        ? "write each as an item of a list: - \(key): …" : "remove one of the two")
                continue
            }
            positions[key] = position
            if let value { entries.append(ConfigNode.Entry(key: key, keyPosition: position, value: value)) }
        }
        return entries
    }

    private func key(_ node: Node) -> (String, SourcePosition)? {
        let position = position(of: node)
        guard case .scalar(let scalar) = node, aliasName(scalar) == nil else {
            diagnostics.error(
                "complex-key", "a key must be a plain word, not a list, a map or an alias", at: position,
                suggestion: "write a word before the colon")
            return nil
        }
        checkTag(of: node, at: position)
        let text = restored(scalar.string)
        if text == "<<" {
            diagnostics.error("merge-key", "merge keys ('<<') are not supported", at: position, suggestion: "write the keys out")
            return nil
        }
        if !isForeign, style(of: scalar) == .plain, let type = PlainScalar(text).typeName {
            diagnostics.error(
                "non-string-key", text.isEmpty ? "a key is missing here" : "YAML reads the key \(text) without quotes as \(type)",
                at: position,
                suggestion: text.isEmpty ? "write a word before the colon" : "write \"\(text)\"")
            return nil
        }
        return (text, position)
    }

    private static let knownTags: Set = ["", "!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"]

    private func refuseDepth(at position: SourcePosition) {
        diagnostics.error(
            "too-deep", "the document is nested more than \(Self.depthLimit) levels deep", at: position,
            suggestion: "give the inner part a name under 'define'")
    }

    private func checkTag(of node: Node, at position: SourcePosition) {
        let tag: Tag =
            switch node {
            case .scalar(let scalar): scalar.tag
            case .sequence(let sequence): sequence.tag
            case .mapping(let mapping): mapping.tag
            case .alias(let alias): alias.tag
            }
        if !Self.knownTags.contains(tag.description) {
            diagnostics.error(
                "unknown-tag", "the tag '\(tag)' is not supported", at: position,
                suggestion: UnquotedMark.hint(
                    forTag: tag.description, before: node.scalar.map { style(of: $0) == .plain ? $0.string : nil } ?? nil,
                    under: currentKey))
        }
    }

    private func aliasName(_ scalar: Node.Scalar) -> String? {
        guard style(of: scalar) == .plain, scalar.string.unicodeScalars.first == MaskCharacters.alias else { return nil }
        return restored(String(scalar.string.unicodeScalars.dropFirst()))
    }

    private func restored(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: MaskCharacters.isMarker) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    if scalar == MaskCharacters.alias { return "*" }
                    let index = Int(scalar.value) - Int(MaskCharacters.keys.lowerBound)
                    return keys.indices.contains(index) ? keys[index] : scalar
                }))
    }

    private func style(of scalar: Node.Scalar) -> ConfigNode.Style {
        switch scalar.style {
        case .singleQuoted, .doubleQuoted: .quoted
        case .literal, .folded: .block
        case .plain, .any: .plain
        }
    }

    private func position(of node: Node) -> SourcePosition {
        var position = SourcePosition(file: file, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
        if case .scalar(let scalar) = node {
            switch style(of: scalar) {
            case .plain: position.length = max(1, scalar.string.unicodeScalars.count)
            case .quoted: position.length = scalar.string.unicodeScalars.count + 2
            case .block: break
            }
        }
        return position
    }
}
