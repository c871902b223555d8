import ChatModel

/// A directory as a power cut may leave it: with every durable change, and with some of the others.
///
/// The fate of unsynced changes is drawn for each file. Unsynced changes of names survive in their order, because file systems
/// write them to a journal; a file whose creation does not survive is missing.
struct DirectoryAfterCut {
    private(set) var image = DirectoryImage()
    /// The number of unsynced changes that did not survive, or only in part.
    private(set) var discarded = 0
    /// The fate of the unsynced changes of each file that has any.
    private(set) var fates: [String] = []

    /// Draws the fates with a seed. The same history and seed give the same directory.
    init(_ history: DirectoryHistory, seed: UInt64) {
        self.init(history, seed: seed) { UnsyncedFate.allCases.randomElement(using: &$0) ?? .none }
    }

    /// Keeps every change: the directory as the process left it.
    init(everythingOf history: DirectoryHistory) { self.init(history, seed: 0) { _ in .all } }

    private init(_ history: DirectoryHistory, seed: UInt64, draw: (inout SplitMix64) -> UnsyncedFate) {
        var random = SplitMix64(seed: seed)
        let names = survivingNames(of: history, using: &random, draw)
        let contents = history.files.map { $0.isFolder ? [] : survivingContent(of: $0, using: &random, draw) }
        for (path, file) in names where !path.isEmpty {
            if history.files[file].isFolder {
                image.folders.insert(path)
            } else {
                image.files[path] = contents[file]
            }
            // A name that is durable has a folder.
            var parent = path[...]
            while let slash = parent.lastIndex(of: "/") {
                parent = parent[..<slash]
                image.folders.insert(String(parent))
            }
        }
    }

    private mutating func survivingNames(
        of history: DirectoryHistory, using random: inout SplitMix64, _ draw: (inout SplitMix64) -> UnsyncedFate
    ) -> [String: Int] {
        let unsynced = history.nameChanges.count { !$0.isDurable }
        var kept = 0
        if unsynced > 0 {
            let fate = draw(&random)
            switch fate {
            case .none: kept = 0
            case .all: kept = unsynced
            case .prefix, .subset, .torn: kept = Int.random(in: 0...unsynced, using: &random)
            }
            discarded += unsynced - kept
            fates.append("\(kept) of \(unsynced) names")
        }
        var names = history.initialNames
        for change in history.nameChanges {
            if !change.isDurable {
                kept -= 1
                guard kept >= 0 else { continue }
            }
            switch change.kind {
            case .add(let path, let file): names[path] = file
            case .move(let path, let next, let file):
                if names[path] == file { names[path] = nil }
                names[next] = file
            case .remove(let path): names[path] = nil
            }
        }
        return names
    }

    private mutating func survivingContent(
        of file: DirectoryHistory.File, using random: inout SplitMix64, _ draw: (inout SplitMix64) -> UnsyncedFate
    ) -> [UInt8] {
        var bytes = file.content
        for change in file.changes.prefix(file.durableCount) { Self.apply(change.kind, to: &bytes) }
        let unsynced = file.changes.dropFirst(file.durableCount)
        guard !unsynced.isEmpty else { return bytes }
        let fate = draw(&random)
        let survivors = fate.survivors(of: unsynced.count, using: &random)
        var kept = zip(unsynced, survivors).compactMap { $1 ? $0.kind : nil }
        discarded += unsynced.count - kept.count
        fates.append("\(file.path) \(fate.rawValue) \(unsynced.count)")
        if fate == .torn, let last = kept.popLast() {
            let torn = Self.torn(last, using: &random)
            discarded += torn == nil ? 0 : 1
            kept.append(torn ?? last)
        }
        for change in kept { Self.apply(change, to: &bytes) }
        return bytes
    }

    private static let sectorSize = 512

    /// Returns the beginning of a write up to a random boundary of sectors; nil if it crosses none.
    private static func torn(
        _ change: DirectoryHistory.Change.Kind, using random: inout SplitMix64
    ) -> DirectoryHistory.Change.Kind? {
        guard case .write(let offset, let bytes) = change else { return nil }
        let first = offset / sectorSize + 1, last = (offset + bytes.count - 1) / sectorSize
        guard first <= last else { return nil }
        let end = Int.random(in: first...last, using: &random) * sectorSize
        return .write(offset: offset, bytes: bytes.prefix(end - offset))
    }

    private static func apply(_ change: DirectoryHistory.Change.Kind, to bytes: inout [UInt8]) {
        switch change {
        case .write(let offset, let new):
            let end = offset + new.count
            if bytes.count < end { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
            bytes.replaceSubrange(offset..<end, with: new)
        case .truncate(let length):
            if length < bytes.count {
                bytes.removeLast(bytes.count - length)
            } else {
                bytes.append(contentsOf: repeatElement(0, count: length - bytes.count))
            }
        }
    }
}
