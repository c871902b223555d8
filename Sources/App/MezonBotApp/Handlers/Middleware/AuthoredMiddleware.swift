import BotConfiguration
import BotKit

/// The middleware of this build's registry that a configuration enables.
struct AuthoredMiddleware: Sendable {
    private(set) var incoming: [AuthoredMiddlewareSetting: IncomingMiddlewareInitializer] = [:]
    private(set) var outgoing: [AuthoredMiddlewareSetting: OutboundMiddlewareInitializer] = [:]

    init() {}

    /// Creates the middleware of all channels. What this build does not have is left out: the reader of the configuration reports it.
    init(_ configuration: Configuration, _ registry: BotRegistry, _ diagnostics: inout [Diagnostic]) {
        for channel in configuration.channels {
            for case .authored(let setting) in channel.incoming {
                guard let type = registry.incoming.first(where: { $0.name == setting.name }) else { continue }
                incoming[setting] = Self.made(setting, &diagnostics) { try type.initializer(options: $0) }
            }
            for case .authored(let setting) in channel.outgoing {
                guard let type = registry.outgoing.first(where: { $0.name == setting.name }) else { continue }
                outgoing[setting] = Self.made(setting, &diagnostics) { try type.initializer(options: $0) }
            }
        }
    }

    private static func made<Initializer>(
        _ setting: AuthoredMiddlewareSetting, _ diagnostics: inout [Diagnostic], _ make: (JSONValue) throws -> Initializer
    ) -> Initializer? {
        do {
            return try make(setting.options)
        } catch let error as OptionError {
            diagnostics.append(
                .unknownWord(
                    error.path.last ?? "", at: setting.position(ofOption: error.path), code: "bad-option", message: error.message,
                    candidates: error.candidates))
        } catch {
            diagnostics.append(Diagnostic(.error, "bad-option", "\(error)", at: setting.position))
        }
        return nil
    }
}

extension BotRegistry {
    /// The names of the middleware for the readers of a configuration.
    var middlewareNames: MiddlewareNames {
        MiddlewareNames(incoming: incoming.map { $0.name }, outgoing: outgoing.map { $0.name })
    }
}
