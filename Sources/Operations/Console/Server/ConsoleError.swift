/// The reason why a request is not answered with a page, or why the console does not run.
enum ConsoleError: Error, Equatable, CustomStringConvertible {
    case cannotListen(address: String, reason: String)
    case notListening
    case badResource(String)

    var description: String {
        switch self {
        case .cannotListen(let address, let reason):
            "the console cannot listen on \(address): \(reason); end the other program, or set another console.listen and restart the bot"
        case .notListening: "the console is not listening yet; try again"
        case .badResource(let name): "the resource '\(name)' of this build is invalid"
        }
    }
}
