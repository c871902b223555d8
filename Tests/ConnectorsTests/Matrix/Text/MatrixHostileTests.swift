import ChatModel
import Foundation
import Testing

@testable import ConnectorKit
@testable import Matrix

/// Tests input that tries to make the parser slow, deeply nested or out of bounds.
struct MatrixHostileTests {
    struct Piece: CustomTestStringConvertible {
        let count: Int
        let name: String
        let text: String
        var testDescription: String { name }

        init?(line: String) {
            let parts = line.split(separator: " | ", maxSplits: 2)
            guard !line.hasPrefix("#"), parts.count == 3, let count = Int(parts[0]) else { return nil }
            self.count = count
            name = String(parts[1])
            text = String(parts[2])
        }
    }

    static let pieces: [Piece] = {
        guard let file = Bundle.module.url(forResource: "Corpus/matrix-hostile", withExtension: "txt"),
            let text = try? String(contentsOf: file, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").compactMap { Piece(line: String($0)) }
    }()

    @Test func `the hostile HTML corpus is present`() { #expect(Self.pieces.count > 40) }

    /// The tokenizer reads each byte a few times, regardless of its context.
    @Test(arguments: pieces) func `tokenizing takes linear time`(piece: Piece) {
        for count in [piece.count / 2, piece.count] {
            let html = String(repeating: piece.text, count: count)
            var tokens = HTMLTokenizer(html)
            while tokens.next() != nil {}
            #expect(tokens.readCount <= 10 * min(html.utf8.count, 64 << 10))
        }
    }

    @Test(arguments: pieces, ["", "</b></a></blockquote>tail", "\"'>-->"])
    func `parsed content is bounded, within range and without overlaps`(piece: Piece, tail: String) {
        let content = MatrixHTMLConverter.content(
            html: "<p>a" + String(repeating: piece.text, count: piece.count) + tail, body: "b")
        check(content)
        guard let html = MatrixHTMLConverter.html(of: content) else { return }
        #expect(html.utf8.count <= 32 << 10)
        check(MatrixHTMLConverter.content(html: html, body: "b"))
    }

    @Test(arguments: 0..<8) func `random combinations of hostile HTML are harmless`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let html = (0..<60).map { _ in
                let text = Self.pieces.randomElement(using: &random)?.text ?? ""
                return String(text.prefix(Int.random(in: 0...text.count, using: &random)))
            }.joined()
            let content = MatrixHTMLConverter.content(html: html, body: "b")
            check(content)
            if let written = MatrixHTMLConverter.html(of: content) { #expect(Self.isNested(written), "\(written)") }
            var tokens = HTMLTokenizer(html)
            while tokens.next() != nil {}
            #expect(tokens.readCount <= 10 * html.utf8.count + 10)
        }
    }

    private func check(_ content: Content) {
        #expect(content.text.utf16.count <= 16_001)
        var end = 0
        for markup in content.markup {
            #expect(markup.range.start >= end && markup.range.end > markup.range.start)
            end = markup.range.end
        }
        #expect(end <= content.text.utf16.count)
    }

    /// Returns a Boolean value that indicates whether every tag is an allowed one and is closed in order.
    private static func isNested(_ html: String) -> Bool {
        var tokens = HTMLTokenizer(html)
        var open: [String] = []
        while let token = tokens.next() {
            switch token {
            case .text: continue
            case .start(let tag):
                guard ["strong", "code", "pre", "a", "br"].contains(tag.name) else { return false }
                if tag.name != "br" { open.append(tag.name) }
            case .end(let name): guard open.popLast() == name else { return false }
            }
        }
        return open.isEmpty
    }
}
