import Foundation
import MezonModel

/// Folds texts by one set of folds. Texts that are canonically equivalent (NFC, NFD) come out the same.
struct Folding: Sendable {
    let table: FoldTable
    var folds: FoldSet { table.folds }

    init(_ folds: FoldSet) { table = FoldTable(folds) }

    func callAsFunction(_ text: String, tracing: Bool = false) -> FoldedText {
        var writer = Writer(collapses: folds.has(.repeat), traces: tracing)
        writer.result.bytes.reserveCapacity(text.utf8.count)
        if folds.has(.marks) || !Self.mayHoldMarks(text) {
            var position = 0
            for scalar in text.unicodeScalars {
                let end = position + (scalar.value > 0xFFFF ? 2 : 1)
                write(scalar, from: position, to: end, into: &writer)
                position = end
            }
        } else {
            writeComposed(text, into: &writer)
        }
        return writer.result
    }

    private func write(_ scalar: Unicode.Scalar, from start: Int, to end: Int, into writer: inout Writer) {
        if let folded = table.folded(scalar) {
            writer.append(folded, TextRange(start, end))
        } else if writer.traces, ScalarFolding.isMark(scalar) {
            writer.extendLast(to: end)
        }
    }

    /// Where marks count, a letter and the marks after it are composed first, so that both ways to write them are one.
    private func writeComposed(_ text: String, into writer: inout Writer) {
        var cluster = String.UnicodeScalarView()
        var start = 0
        var position = 0
        func flush() {
            for scalar in String(cluster).precomposedStringWithCanonicalMapping.unicodeScalars {
                write(scalar, from: start, to: position, into: &writer)
            }
        }
        for scalar in text.unicodeScalars {
            if !ScalarFolding.isMark(scalar) {
                flush()
                cluster = String.UnicodeScalarView()
                start = position
            }
            cluster.append(scalar)
            position += scalar.value > 0xFFFF ? 2 : 1
        }
        flush()
    }

    /// The first bytes of U+0300…U+036F: the marks that composed letters are made with.
    private static func mayHoldMarks(_ text: String) -> Bool { text.utf8.contains { $0 == 0xCC || $0 == 0xCD } }

    private struct Writer {
        let collapses: Bool
        let traces: Bool
        var result = FoldedText()
        private var last: Unicode.Scalar?
        private var lastLength = 0

        init(collapses: Bool, traces: Bool) {
            self.collapses = collapses
            self.traces = traces
        }

        mutating func append(_ scalar: Unicode.Scalar, _ origin: TextRange) {
            if collapses, scalar == last {
                if traces { extendLast(to: origin.end) }
                return
            }
            last = scalar
            if scalar.isASCII {
                lastLength = 1
                result.bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                let utf8 = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                lastLength = utf8.count
                result.bytes.append(contentsOf: utf8)
            }
            if traces { result.origins.append(contentsOf: repeatElement(origin, count: lastLength)) }
        }

        mutating func extendLast(to end: Int) {
            for index in result.origins.indices.suffix(lastLength) { result.origins[index].end = end }
        }
    }
}
