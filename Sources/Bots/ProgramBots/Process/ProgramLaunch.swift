import ChatModel
import Foundation

/// The command line of a program, with everything that its process inherits.
struct ProgramLaunch: Hashable, Sendable {
    let executable: String
    let arguments: [String]
    let environment: [String: Secret]
    /// The values of the environment that the configuration gives, none of which the program's reports may show.
    let secrets: Set<Secret>
    let folder: String
    let confinement: ProgramConfinement
    /// The memory that each of its processes may have, where the program is confined.
    let memoryInBytes: Int
    /// The folders that the program must not see.
    let hidden: [String]

    /// The variables that every program has, if they are set.
    static let inherited = ["PATH", "HOME", "LANG"]

    /// Finds a program.
    ///
    /// - Parameters:
    ///   - folder: The folder of the configuration, in which the program runs.
    ///   - hidden: The folders that the program must not see.
    ///   - inherited: The environment of this process.
    /// - Throws: `ProgramError`.
    init(
        _ words: [String], environment: [String: Secret], folder: String, hidden: [String], confinement: ProgramConfinement,
        memoryInBytes: Int = ProgramConfinement.defaultMemoryInBytes, inherited: [String: String]
    ) throws(ProgramError) {
        guard let name = words.first, !name.isEmpty else { throw .notFound("", isInFolder: false) }
        executable = try Self.executable(name, folder: folder, path: inherited["PATH"] ?? "")
        arguments = Array(words.dropFirst())
        self.folder = folder
        self.confinement = confinement
        self.memoryInBytes = memoryInBytes
        self.hidden = hidden
        let common = inherited.filter { Self.inherited.contains($0.key) }.mapValues(Secret.init)
        self.environment = common.merging(environment) { $1 }
        secrets = Set(environment.values)
    }

    private static func executable(_ name: String, folder: String, path: String) throws(ProgramError) -> String {
        let files = FileManager.default
        let beside = folder + "/" + name
        guard name.contains("/") else {
            let places = path.split(separator: ":").map { "\($0)/\(name)" }
            if let found = places.first(where: isProgram) { return found }
            throw .notFound(name, isInFolder: files.fileExists(atPath: beside))
        }
        let file = name.hasPrefix("/") ? name : beside
        guard files.fileExists(atPath: file) else { throw .notFound(name, isInFolder: false) }
        guard isProgram(file) else { throw .notExecutable(name) }
        return file
    }

    private static func isProgram(_ file: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue
            && FileManager.default.isExecutableFile(atPath: file)
    }

    /// The command line of the process, by which the program is confined.
    var command: (executable: String, arguments: [String]) {
        confinement.command(executable, arguments, memoryInBytes: memoryInBytes, hiding: hidden)
    }

    /// A Boolean value that indicates whether a folder that is to be hidden does not exist yet, and will therefore be visible.
    var isExposed: Bool { !hidden.allSatisfy(FileManager.default.fileExists) }

    /// The state of the files that the command line names: a changed one makes it another program.
    var fileVersions: [String] {
        ([executable] + arguments).map { word in
            let file = word.hasPrefix("/") ? word : folder + "/" + word
            var status = stat()
            guard stat(file, &status) == 0 else { return "" }
            return "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
        }
    }
}
