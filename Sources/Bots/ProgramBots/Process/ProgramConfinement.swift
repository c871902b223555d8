import Foundation

/// The means that keep programs from the network, the store and other processes, as far as this system has them.
package struct ProgramConfinement: Hashable, Sendable, CustomStringConvertible {
    /// The command that confines another one; empty if there is none.
    private let prefix: [String]
    package let description: String

    /// A Boolean value that indicates whether programs are confined.
    package var isInForce: Bool { !prefix.isEmpty }

    static func none(_ reason: String) -> ProgramConfinement {
        ProgramConfinement(prefix: [], description: "not confined: \(reason)")
    }

    private init(prefix: [String], description: String) {
        self.prefix = prefix
        self.description = description
    }

    /// Hides the folders before `--`, gives up the right to show them again, and runs what follows.
    private static let script = """
        while [ "$1" != -- ]; do
          [ ! -d "$1" ] || mount -t tmpfs -o size=4k,mode=755 none "$1" || exit 125
          shift
        done
        shift
        # The folder may lie below one that is hidden now.
        cd "$PWD" || exit 124
        exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"
        """

    /// Finds out what this system allows, by trying it.
    ///
    /// - Parameter path: The folders with programs, separated by colons.
    static func detect(path: String) -> ProgramConfinement {
        #if os(Linux)
            let places = path.split(separator: ":")
            func find(_ name: String) -> String? {
                places.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
            }
            guard let unshare = find("unshare"), find("setpriv") != nil else {
                return none("unshare and setpriv (util-linux) are not installed")
            }
            let basis = [unshare, "--user", "--map-root-user", "--net", "--mount"]
            let processes = ["--pid", "--fork", "--kill-child", "--mount-proc"]
            let levels = [
                ProgramConfinement(
                    prefix: basis + processes, description: "without network, other processes and the store (unshare)"),
                ProgramConfinement(
                    prefix: basis, description: "without network and the store (unshare); other processes are visible"),
            ]
            return levels.first { $0.works(path: path) } ?? none("this system does not permit namespaces to unshare")
        #else
            return none("this system has no namespaces")
        #endif
    }

    /// Returns the command line that runs a program confined.
    ///
    /// - Parameter hidden: The folders that the program does not see. One that does not exist yet is not hidden.
    func command(_ executable: String, _ arguments: [String], hiding hidden: [String]) -> (
        executable: String, arguments: [String]
    ) {
        guard let program = prefix.first else { return (executable, arguments) }
        return (
            program,
            prefix.dropFirst() + ["--", "/bin/sh", "-c", Self.script, "sh"] + hidden + ["--", executable] + arguments
        )
    }

    private func works(path: String) -> Bool {
        let (executable, arguments) = command("/bin/sh", ["-c", "exit 42"], hiding: [])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = ["PATH": path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            return false
        }
        process.waitUntilExit()
        return process.terminationReason == .exit && process.terminationStatus == 42
    }
}
