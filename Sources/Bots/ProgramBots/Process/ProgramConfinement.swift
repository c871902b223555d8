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

    /// The memory that each process of a program may have by default, in bytes: 1 GiB that it may write to. Its address space, of which
    /// Node reserves many gigabytes, is not limited.
    package static let defaultMemoryInBytes = 1 << 30
    private static let maxProcesses = 1024  // And threads. Node starts 11; older systems count all those of the user.
    private static let maxCPUSeconds = 3600  // In the whole life of a process, after which the program is started again.
    private static let temporarySize = "64m"

    /// Makes every file read-only but those of a private `/tmp`, leaves harmless devices alone, hides folders, gives up the right to
    /// change any of this, and runs a command.
    ///
    /// Its arguments are the size of `/tmp`, the paths to be shown, `--`, the folders to be hidden, `--`, and the command. Of `/tmp` as
    /// it was, only the working folder and the paths to be shown remain.
    private static let script = #"""
        fail() { echo "it cannot be confined: $1" >&2; exit 125; }
        show() {
          case $1 in /tmp | /tmp/*) ;; *) return ;; esac
          if [ -d "/dev/old${1#/tmp}" ]; then mkdir -p "$1"
          elif [ ! -e "/dev/old${1#/tmp}" ] || [ -e "$1" ]; then return
          else mkdir -p "${1%/*}" && : >"$1"
          fi && mount -n --rbind "/dev/old${1#/tmp}" "$1" || fail "$1 cannot be shown"
        }
        left=
        while read -r _ _ _ _ place options _; do
          case $place in *\\*) place=$(printf %b "$(printf %s "$place" | sed 's/\\\([0-7]\{3\}\)/\\0\1/g')") ;; esac
          case $options in
          ro*) true ;;
          # A mount keeps its other options, which a namespace must not change. One that another covers fails.
          *) mount -no "remount,bind,ro${options#rw}" "$place" 2>/dev/null || [ ! -e "$place" ] ;;
          esac || { left="$left|$place|"; continue; }
          case $left in *"|$place|"*) left=${left%%"|$place|"*}${left#*"|$place|"} ;; esac
        done </proc/self/mountinfo
        [ -z "$left" ] || fail "not read-only: $left"
        mount -nt tmpfs -o size=64k,mode=755 none /tmp && mkdir /tmp/old || fail "there is no /tmp"
        for device in null zero full random urandom; do
          : >"/tmp/$device" && mount -n --bind "/dev/$device" "/tmp/$device" || fail "there is no /dev/$device"
        done
        ln -s /proc/self/fd /tmp/fd && ln -s fd/0 /tmp/stdin && ln -s fd/1 /tmp/stdout && ln -s fd/2 /tmp/stderr &&
          ln -s /tmp /tmp/shm && mount -n --move /tmp /dev && mount -n --rbind /tmp /dev/old &&
          mount -nt tmpfs -o "size=$1,nosuid,nodev,mode=1777" none /tmp || fail "no /dev and /tmp of its own"
        shift
        show "$PWD"
        while [ "$1" != -- ]; do show "$1"; shift; done
        shift
        umount -nl /dev/old && rmdir /dev/old && mount -no remount,bind,ro /dev || fail "the former /tmp remains"
        while [ "$1" != -- ]; do
          [ ! -d "$1" ] || mount -nt tmpfs -o ro,size=4k,mode=755 none "$1" || fail "$1 cannot be hidden"
          shift
        done
        shift
        # The folder may lie below one that is hidden or covered now.
        cd "$PWD" || exit 124
        exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"
        """#

    /// Finds out what this system allows, by trying it.
    ///
    /// - Parameter path: The folders with programs, separated by colons.
    static func detect(path: String) -> ProgramConfinement {
        #if os(Linux)
            let places = path.split(separator: ":")
            func find(_ name: String) -> String? {
                places.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
            }
            guard let unshare = find("unshare"), ["setpriv", "prlimit", "mount"].allSatisfy({ find($0) != nil }) else {
                return none("unshare, setpriv, prlimit and mount (util-linux) are not installed")
            }
            // A process remains outside, which notices the end of the program whatever that closes.
            let basis = [unshare, "--user", "--map-root-user", "--net", "--mount", "--fork", "--kill-child"]
            let levels = [
                ProgramConfinement(
                    prefix: basis + ["--pid", "--mount-proc"],
                    description: "without network, other processes and the store, files read-only (unshare)"),
                ProgramConfinement(
                    prefix: basis,
                    description: "without network and the store, files read-only (unshare); other processes are visible"),
            ]
            return levels.first { $0.works(path: path) } ?? none("this system does not permit namespaces to unshare")
        #else
            return none("this system has no namespaces")
        #endif
    }

    /// Returns the command line that runs a program confined.
    ///
    /// - Parameters:
    ///   - memoryInBytes: The memory that each of its processes may have.
    ///   - hidden: The folders that the program does not see. One that does not exist yet is not hidden.
    func command(
        _ executable: String, _ arguments: [String], memoryInBytes: Int = defaultMemoryInBytes, hiding hidden: [String]
    ) -> (executable: String, arguments: [String]) {
        guard let program = prefix.first else { return (executable, arguments) }
        let shown = ([executable] + arguments).filter { $0.hasPrefix("/") }
        let limits = [
            "prlimit", "--core=0", "--data=\(memoryInBytes)", "--nproc=\(Self.maxProcesses)", "--cpu=\(Self.maxCPUSeconds)", "--",
        ]
        return (
            program,
            prefix.dropFirst() + ["--", "/bin/sh", "-c", Self.script, "sh", Self.temporarySize] + shown + ["--"] + hidden + ["--"]
                + limits + [executable] + arguments
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
