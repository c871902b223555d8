import ArgumentParser
import Foundation

/// A bot that is a program in Python and fails at every message.
enum FaultyProgram: String, CaseIterable, ExpressibleByArgument {
    /// Dies of a signal in the middle of an event.
    case killed
    /// Never answers.
    case hanging
    /// Writes without end, and no line.
    case flooding
    /// Answers an event that it has not received.
    case lying
    /// Answers with lines of 10 MB.
    case verbose
    /// Starts processes that outlive it and hold its output open.
    case forking

    /// The keys that make a bot such a program.
    var keys: String { "program: [python3, faulty.py, \(rawValue)], grants: [reply]" }

    /// Writes the program beside a configuration.
    static func write(in folder: URL) throws {
        try lines.write(to: folder.appending(path: "faulty.py"), atomically: true, encoding: .utf8)
    }

    private static let lines = """
        import json, os, signal, sys, time
        kind = sys.argv[1]
        print('{"hello":1,"events":["message"]}', flush=True)
        for line in sys.stdin:
            turn = json.loads(line)["turn"]
            if kind == "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            elif kind == "hanging":
                time.sleep(1000)
            elif kind == "flooding":
                while True:
                    os.write(1, b"x" * 65536)
            elif kind == "lying":
                print(json.dumps({"turn": turn + 1, "actions": []}), flush=True)
            elif kind == "verbose":
                print(json.dumps({"turn": turn, "actions": [{"reply": "x" * 10_000_000}]}), flush=True)
            elif kind == "forking":
                for _ in range(10):
                    if os.fork() == 0:
                        os.setsid()
                        time.sleep(20)
                        os._exit(0)
                os._exit(4)

        """
}
