import Foundation

/// Faulty bots that are programs in Python, beside those in Swift.
enum FaultyPrograms {
    static let names = ["dying", "hanging", "flooding", "lying"]

    /// Returns the keys that make a bot such a program; empty for any other name.
    static func keys(of name: String) -> String {
        names.contains(name) ? ", program: [python3, faulty.py, \(name)], grants: [reply]" : ""
    }

    /// Writes the program beside a configuration.
    static func write(in folder: URL) throws {
        try lines.write(to: folder.appending(path: "faulty.py"), atomically: true, encoding: .utf8)
    }

    private static let lines = """
        import json, os, sys, time
        print('{"hello":1,"events":["message"]}', flush=True)
        for line in sys.stdin:
            turn = json.loads(line)["turn"]
            if sys.argv[1] == "dying":
                os._exit(3)
            elif sys.argv[1] == "hanging":
                time.sleep(1000)
            elif sys.argv[1] == "flooding":
                while True:
                    os.write(1, b"x" * 65536)
            elif sys.argv[1] == "lying":
                print(json.dumps({"turn": turn + 1, "actions": []}), flush=True)

        """
}
