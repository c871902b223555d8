/// A change of a directory, or the sync of a file in it. Paths are relative to the directory, which itself is the empty path.
enum FileOperation {
    /// Gives a number to what a path names. It is new if the path was free.
    case open(file: Int, path: String, isFolder: Bool)
    case write(file: Int, offset: Int, bytes: ArraySlice<UInt8>)
    case truncate(file: Int, length: Int)
    /// Makes the operations before an index of the log durable, as far as they concern the file.
    case sync(file: Int, before: Int)
    case rename(String, to: String)
    case remove(String)
    case link(String, to: String)
    case makeFolder(String)
}
