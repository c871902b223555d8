import Foundation

/// Searches for inputs that a target cannot read, guided by the code that each input reaches: `fuzz TARGET CORPUS [OPTION…]`.
///
/// Without arguments it lists the targets. The seeds of the target are added to a corpus that is a folder; a corpus that is a file is
/// read once, to repeat what was found. The options are those of libFuzzer. `Scripts/fuzz` builds the program instead of the tests,
/// because it needs instrumented code.
@main
enum GuidedFuzzing {
    nonisolated(unsafe) private static var target = FuzzTarget.frame

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first else { return FuzzTarget.allCases.forEach { print($0.rawValue) } }
        guard let target = FuzzTarget(rawValue: name), let corpus = arguments.dropFirst().first else {
            FileHandle.standardError.write(Data("fuzz TARGET CORPUS [OPTION…]; without arguments it lists the targets\n".utf8))
            exit(EX_USAGE)
        }
        self.target = target
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: corpus, isDirectory: &isFolder), isFolder.boolValue {
            for (number, seed) in target.seeds.enumerated() {
                try Data(seed).write(to: URL(filePath: corpus).appending(path: "seed-\(number)"))
            }
        }
        exit(run(arguments.dropFirst()))
    }

    private static func run(_ arguments: some Sequence<String>) -> Int32 {
        var strings = (["fuzz"] + arguments).map { strdup($0) } + [nil]
        return strings.withUnsafeMutableBufferPointer { buffer in
            var count = Int32(buffer.count - 1)
            guard var first = buffer.baseAddress else { return EX_SOFTWARE }
            return runDriver(&count, &first) { bytes, count in
                GuidedFuzzing.target.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
                return 0
            }
        }
    }
}

/// Runs libFuzzer until something is found or its options end it.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ read: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
