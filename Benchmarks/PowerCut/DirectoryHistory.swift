/// The operations on a directory, by file, with what the syncs have made durable.
///
/// A sync of a file makes its content and its length durable, and also the creation, the renames and the links of its name: Linux
/// file systems with a journal, such as ext4, commit them with the file. A sync of a folder makes the names in it durable. POSIX
/// promises less: a new file needs a sync of its folder as well.
struct DirectoryHistory {
    enum Failure: Error, CustomStringConvertible {
        case renamedFolder(String)
        var description: String {
            switch self {
            case .renamedFolder(let path): "the folder \(path) was renamed, which the power cuts do not support"
            }
        }
    }

    /// A file or folder, which may have had several names.
    struct File {
        /// Its first path.
        let path: String
        let isFolder: Bool
        /// Its content before the first operation.
        let content: [UInt8]
        var changes: [Change] = []
        /// The number of changes that are durable.
        var durableCount = 0
    }

    struct Change {
        enum Kind {
            case write(offset: Int, bytes: ArraySlice<UInt8>)
            case truncate(length: Int)
        }

        /// Its position among the operations.
        let index: Int
        let kind: Kind
    }

    /// A change of a name in a folder.
    struct NameChange {
        enum Kind {
            case add(String, file: Int)
            case move(String, to: String, file: Int)
            case remove(String)
        }

        let index: Int
        let kind: Kind
        /// The files and folders of which a sync makes it durable.
        let syncedWith: Set<Int>
        var isDurable = false
    }

    private(set) var files: [File] = []
    private(set) var nameChanges: [NameChange] = []
    /// The files by path, before the first operation.
    let initialNames: [String: Int]
    /// The files by path, after the operations so far.
    private var names: [String: Int] = [:]
    /// The files by their numbers in the log.
    private var numbers: [Int: Int] = [:]

    /// - Parameter image: The directory before the first operation.
    init(of operations: [FileOperation], on image: DirectoryImage) throws {
        var files = [File(path: "", isFolder: true, content: [])]
        files += image.folders.sorted().map { File(path: $0, isFolder: true, content: []) }
        files += image.files.sorted { $0.key < $1.key }.map { File(path: $0.key, isFolder: false, content: $0.value) }
        self.files = files
        initialNames = Dictionary(uniqueKeysWithValues: files.indices.map { (files[$0].path, $0) })
        names = initialNames
        for (index, operation) in operations.enumerated() { try add(operation, at: index) }
    }

    /// Adds an operation. Names that are not in the directory are those of sockets.
    private mutating func add(_ operation: FileOperation, at index: Int) throws {
        switch operation {
        case .open(let number, let path, let isFolder):
            numbers[number] = names[path] ?? create(path, isFolder: isFolder, at: index)
        case .write(let number, let offset, let bytes):
            change(number, .write(offset: offset, bytes: bytes), at: index)
        case .truncate(let number, let length): change(number, .truncate(length: length), at: index)
        case .sync(let number, let end): sync(number, before: end)
        case .rename(let path, let next):
            guard let file = names[path] else { return }
            guard !files[file].isFolder else { throw Failure.renamedFolder(path) }
            names[path] = nil
            names[next] = file
            nameChanges.append(
                NameChange(index: index, kind: .move(path, to: next, file: file), syncedWith: folder(of: next).union([file])))
        case .remove(let path):
            guard names.removeValue(forKey: path) != nil else { return }
            nameChanges.append(NameChange(index: index, kind: .remove(path), syncedWith: folder(of: path)))
        case .link(let path, let next):
            guard let file = names[path] else { return }
            name(file, next, at: index)
        case .makeFolder(let path): _ = create(path, isFolder: true, at: index)
        }
    }

    private mutating func create(_ path: String, isFolder: Bool, at index: Int) -> Int {
        files.append(File(path: path, isFolder: isFolder, content: []))
        name(files.count - 1, path, at: index)
        return files.count - 1
    }

    private mutating func name(_ file: Int, _ path: String, at index: Int) {
        names[path] = file
        nameChanges.append(
            NameChange(index: index, kind: .add(path, file: file), syncedWith: folder(of: path).union([file])))
    }

    private func folder(of path: String) -> Set<Int> {
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        return names[parent].map { [$0] } ?? []
    }

    private mutating func change(_ number: Int, _ kind: Change.Kind, at index: Int) {
        guard let file = numbers[number] else { return }
        files[file].changes.append(Change(index: index, kind: kind))
    }

    private mutating func sync(_ number: Int, before end: Int) {
        guard let file = numbers[number] else { return }
        let last = files[file].changes.lastIndex { $0.index < end }
        files[file].durableCount = max(files[file].durableCount, last.map { $0 + 1 } ?? 0)
        for index in nameChanges.indices where nameChanges[index].index < end && nameChanges[index].syncedWith.contains(file) {
            nameChanges[index].isDurable = true
        }
    }
}
