import ArgumentParser
import MezonBot
import Persistence

/// Whose store a command looks into, or which house it asks.
struct DataOption: ParsableArguments {
    @Option(name: .customLong("data"), help: "The data folder.")
    var folder = "data"

    /// Reads the store; works beside a running bot and without one.
    func reading<Value>(_ body: (JournalReader) async throws -> Value) async throws -> Value {
        do {
            return try await body(try JournalReader(folder: folder))
        } catch let error as StorageError {
            throw Failure(.failed, "\(error)")
        }
    }

    /// Asks the running house and prints what it says.
    func ask(_ request: ControlRequest) throws -> ControlReply {
        do {
            let reply = try ControlClient(folder: folder).ask(request)
            guard !reply.isRefused else { throw Failure(.failed, reply.lines.joined(separator: "\n")) }
            return reply
        } catch let error as ControlError {
            throw Failure(.failed, "\(error)")
        }
    }

    /// Changes something through the running house, or in the store of one that does not run, and prints what came of it.
    func change(_ request: ControlRequest) async throws {
        do {
            let reply = try ControlClient(folder: folder).ask(request)
            guard !reply.isRefused else { throw Failure(.failed, reply.lines.joined(separator: "\n")) }
            print(reply.lines.joined(separator: "\n"))
        } catch ControlError.notThere {
            do {
                for line in try await QuietHouse.answer(request, in: folder) { print(line) }
            } catch {
                throw Failure(.failed, "\(error)")
            }
        } catch let error as ControlError {
            throw Failure(.failed, "\(error)")
        }
    }
}
