import BotTesting
import Foundation
import Synchronization
import Testing

@testable import BotKit

struct HTTPReadingTests {
    @Test func `HTTP headers are not recorded and do not affect equality`() throws {
        let one = HTTPReadRequest(bot: "b", url: "https://a.test/", headers: ["X-Key": "hunter2"])
        let other = HTTPReadRequest(bot: "b", url: "https://a.test/", headers: ["x-key": "swordfish"])
        let text = String(decoding: try JSONEncoder().encode(ContextRead.Request.http(one)), as: UTF8.self)
        #expect(!text.contains("hunter2"))
        #expect(!"\(one)\(String(reflecting: one))".contains("hunter2"))
        #expect(one == other)
        #expect(try JSONDecoder().decode(ContextRead.Request.self, from: Data(text.utf8)) == .http(other))
        #expect(one != HTTPReadRequest(bot: "b", url: "https://a.test/"))
    }

    @Test(arguments: [
        HTTPOutcome.response(HTTPResponse("chào", status: 201, headers: ["Content-Type": "text/plain"])),
        .response(HTTPResponse(body: Data([0xFF, 0, 0xC3]))), .response(HTTPResponse()), .failure(.timedOut(after: .seconds(5))),
        .failure(.insideAddress(host: "a", address: "::1")),
    ])
    func `an HTTP outcome is decoded from its record unchanged`(outcome: HTTPOutcome) throws {
        let data = try JSONEncoder().encode(ContextRead.Response.http(outcome))
        #expect(try JSONDecoder().decode(ContextRead.Response.self, from: data) == .http(outcome))
    }

    @Test func `JSON is decoded as a type, and an error names the position`() throws {
        struct Weather: Decodable, Equatable { var degrees: Int }
        #expect(try HTTPResponse(#"{"degrees":27}"#).json(as: Weather.self) == Weather(degrees: 27))
        #expect(throws: HTTPError.self) { try HTTPResponse(#"{"degrees":"warm"}"#).json(as: Weather.self) }
        #expect { try HTTPResponse(#"{"degrees":"warm"}"#).json(as: Weather.self) } throws: { "\($0)".contains("degrees") }
    }

    private struct Curious: Bot {
        static let manifest = Manifest("curious", needs: [.reply])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            var count = 0
            do {
                while true {
                    _ = try await context.http.get("https://a.test/\(count)")
                    count += 1
                }
            } catch let failure as HTTPError {
                return [.reply("\(count): \(failure)")]
            }
        }
    }

    @Test func `the number of HTTP requests per event is limited`() async throws {
        let asked = Mutex(0)
        let runtime = BotRuntime(ask: { _ in
            asked.withLock { $0 += 1 }
            return .http(.response(HTTPResponse("ok")))
        })
        let message = Message.make(text: "go")
        let context = EventContext(now: message.createdAt, me: 1, seed: 1)
        let handler = BotHandler(Curious(options: NoOptions()), runtime: runtime)
        guard case .awaiting(let prepare, let end) = handler.handle(.message(message), in: context) else {
            return #expect(Bool(false), "it does not take part")
        }
        let results = try await prepare()()
        end(.success(results))
        #expect(results.map(\.actions) == [[.reply("16: a bot may make at most 16 requests per event")]])
        #expect(asked.withLock { $0 } == 16)
    }
}
