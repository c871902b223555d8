/// The file of a classifier: a line that names the format, lines of a name with numbers, and a line for each weight, in ascending
/// order. Hashes stand for the features, so that it contains no text. The same classifier gives the same bytes.
extension TextClassifier {
    /// An error in a line of a file.
    package struct FileError: Error, Hashable, Sendable {
        /// The line, beginning at 1.
        package var line: Int
        package var message: String
    }

    private static let format = "mezon-bot-model 1"

    /// The contents of the classifier's file.
    package var file: String {
        var lines = [
            Self.format, "texts \(measurement.texts)", "bad \(measurement.bad)", "slope \(slope)", "offset \(offset)",
        ]
        lines += zip(lists, listWeights).map { "list \($0.name) \($0.fingerprint) \($1)" }
        lines += measurement.points.map { "at \($0.threshold) \($0.truePositives) \($0.falsePositives)" }
        let features = weights.indices.filter { weights[$0] != 0 }
        lines.append("weights \(features.count)")
        lines += features.map { "\($0) \(weights[$0])" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the lines of a file that precede its weights; `nil` for a file of another kind.
    package static func results(inFile file: String) -> [Substring]? {
        guard file.hasPrefix(format) else { return nil }
        return Array(file.split(separator: "\n").prefix { !$0.hasPrefix("weights") })
    }

    /// Returns the names of the lists that a file weighs, as far as it can be read.
    package static func lists(inFile file: String) -> [String] {
        (results(inFile: file) ?? []).prefix(100).compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 4 && words[0] == "list" ? String(words[1]) : nil
        }
    }

    /// Reads a file.
    ///
    /// - Throws: `FileError` at the first line that is not as `file` writes it.
    package init(file: String) throws(FileError) {
        var lines = LineReader(file)
        guard try lines.next("the format '\(Self.format)'") == Self.format.split(separator: " ")[...] else {
            throw lines.error("this is no model of this version; it begins with '\(Self.format)'")
        }
        let texts = try lines.count("texts", max: 10_000_000)
        let bad = try lines.count("bad", max: texts)
        slope = try lines.number("slope")
        offset = try lines.number("offset")
        var lists: [(feature: WordListFeature, weight: Double)] = []
        while let list = try lines.list() {
            guard lists.count < Self.maxLists, !lists.contains(where: { $0.feature.name == list.feature.name }) else {
                throw lines.error("expected at most \(Self.maxLists) lists, each once")
            }
            lists.append(list)
        }
        self.lists = lists.map(\.feature)
        listWeights = lists.map(\.weight)
        var points: [ClassifierMeasurement.Point] = []
        var count: Int?
        while count == nil {
            let words = try lines.next("'at' with a threshold, or 'weights'")
            if words.first == "at", words.count == 4, let threshold = Double(words[words.startIndex + 1]),
                (0...1).contains(threshold),
                threshold > points.last?.threshold ?? -1, let found = Int(words[words.startIndex + 2]), (0...bad).contains(found),
                let wrong = Int(words[words.startIndex + 3]), (0...(texts - bad)).contains(wrong)
            {
                points.append(.init(threshold: threshold, truePositives: found, falsePositives: wrong))
            } else if words.first == "weights", words.count == 2, let number = Int(words[words.startIndex + 1]),
                (0...Self.maxWeights).contains(number)
            {
                count = number
            } else {
                throw lines.error("expected 'at' with a threshold and two counts, or 'weights' with their number")
            }
        }
        measurement = ClassifierMeasurement(texts: texts, bad: bad, points: points)
        var weights = [Int16](repeating: 0, count: TextFeatures.count)
        var last = -1
        for _ in 0..<(count ?? 0) {
            let words = try lines.next("a weight: the file is cut off")
            guard words.count == 2, let feature = Int(words[words.startIndex]), weights.indices.contains(feature), feature > last,
                let weight = Int16(words[words.startIndex + 1]), (-Self.maxWeight...Self.maxWeight).contains(Int(weight))
            else {
                throw lines.error("expected a feature after \(last) and its weight, from -\(Self.maxWeight) to \(Self.maxWeight)")
            }
            weights[feature] = weight
            last = feature
        }
        self.weights = weights
        try lines.finish()
    }
}

/// The lines of a file, each split into its words.
private struct LineReader {
    private let lines: [Substring]
    private var index = 0

    init(_ file: String) { lines = file.split(separator: "\n", omittingEmptySubsequences: false) }

    func error(_ message: String) -> TextClassifier.FileError { TextClassifier.FileError(line: max(1, index), message: message) }

    mutating func next(_ what: String) throws(TextClassifier.FileError) -> ArraySlice<Substring> {
        index += 1
        guard lines.indices.contains(index - 1), !lines[index - 1].isEmpty else { throw error("expected \(what)") }
        return lines[index - 1].split(separator: " ")[...]
    }

    mutating func count(_ name: String, max: Int) throws(TextClassifier.FileError) -> Int {
        let words = try next("'\(name)' with a number")
        guard words.count == 2, words.first == name[...], let number = words.last.flatMap({ Int($0) }), (0...max).contains(number)
        else { throw error("expected '\(name)' with a number from 0 to \(max)") }
        return number
    }

    mutating func number(_ name: String) throws(TextClassifier.FileError) -> Double {
        let words = try next("'\(name)' with a number")
        guard words.count == 2, words.first == name[...], let number = words.last.flatMap({ Double($0) }), abs(number) <= 1e6
        else {
            throw error("expected '\(name)' with a number")
        }
        return number
    }

    /// Reads a line `list NAME FINGERPRINT WEIGHT`; returns `nil` if the next one is another.
    mutating func list() throws(TextClassifier.FileError) -> (feature: WordListFeature, weight: Double)? {
        guard lines.indices.contains(index), lines[index].hasPrefix("list ") else { return nil }
        let words = Array(try next("a list"))
        guard words.count == 4, let weight = Double(words[3]), abs(weight) <= 1e6 else {
            throw error("expected 'list' with a name, the hash of its entries and its weight")
        }
        return (WordListFeature(name: String(words[1]), fingerprint: String(words[2])), weight)
    }

    func finish() throws(TextClassifier.FileError) {
        guard let extra = lines[index...].firstIndex(where: { !$0.isEmpty }) else { return }
        throw TextClassifier.FileError(
            line: extra + 1, message: "expected the end of the file: there are more weights than announced")
    }
}
