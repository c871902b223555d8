package import BotConfiguration
import BotKit
package import ChatModel
import Foundation
package import MezonBotApp

/// The fixtures that changed rules have to pass before the running bot activates them, played one at a time on a thread of their own.
package struct ReloadTests: Sendable {
    private static let maxTime: Duration = .seconds(60)  // Whoever reloads waits for them.

    private let time: any TimeSource
    private let executor: DedicatedThreadExecutor

    package init(time: any TimeSource) {
        self.time = time
        executor = DedicatedThreadExecutor("reload-tests", time: time)
    }

    /// Returns the fixtures in the folder of `reload.tests` that fail under a configuration; none without that setting.
    package func failures(under compiled: CompiledConfiguration) async -> [Diagnostic] {
        guard let folder = compiled.configuration.reload.tests else { return [] }
        return await withTaskExecutorPreference(executor) {
            let files: [String]
            do {
                files = try Fixture.files(in: folder)
            } catch {
                return [Self.failure(folder, "the tests cannot be listed: \(FileErrorDescription.words(for: error))")]
            }
            var failures: [Diagnostic] = []
            let end = time.uptime + Self.maxTime
            for (index, file) in files.enumerated() {
                guard time.uptime < end else {
                    let left = "the tests take longer than \(Self.maxTime); \(files.count - index) were not played"
                    failures.append(Self.failure(folder, left))
                    break
                }
                failures += await Self.failures(of: file, under: compiled)
            }
            return failures
        }
    }

    private static func failures(of file: String, under compiled: CompiledConfiguration) async -> [Diagnostic] {
        let name = compiled.fixturePath(URL(fileURLWithPath: file).lastPathComponent)
        do {
            return try await Fixture(file).replay(compiled).differences.map { failure(name, $0.sentence, line: $0.line) }
        } catch FixtureError.mistakes(let mistakes) {
            return mistakes.map { failure(name, $0.message, line: $0.line) }
        } catch {
            return [failure(name, "it cannot be played: \(error)")]
        }
    }

    private static func failure(_ file: String, _ message: String, line: Int = 1) -> Diagnostic {
        Diagnostic(.error, "recorded-test-failed", message, at: SourcePosition(file: file, line: line, column: 1))
    }
}

extension FixtureOutcome.Difference {
    private static let maxLength = 600

    /// The difference in a sentence that names the authors.
    var sentence: String {
        let all = Array(zip(found, authors))
        // If only some actions must not occur, the others do not matter.
        let wrong = expected == nil ? all.filter { isForbidden($0.0, by: $0.1) } : all
        let requested = wrong.map { "\($0.1) requests \($0.0)" }.joined(separator: ", ")
        let actual = requested.isEmpty ? "nothing is requested" : requested
        let actions = expected.map { $0.isEmpty ? "nothing" : $0.joined(separator: ", ") }
        let wanted = actions ?? "no \(forbidden.joined(separator: ", no "))"
        let text = "after event \(after), expected \(wanted), but \(actual)"
        return text.count > Self.maxLength ? text.prefix(Self.maxLength) + "…" : text
    }

    /// - Parameter action: An action in the form of a fixture, which begins with its kind: `{"delete":{}}`.
    private func isForbidden(_ action: String, by author: String) -> Bool {
        let kind = action.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
        return forbidden.contains("\(ForbiddenAction(kind: kind))")
            || forbidden.contains("\(ForbiddenAction(kind: kind, author: author))")
    }
}
