package import ChatModel
import Foundation

/// The PostgreSQL server of a store.
package struct ServerSettings: Hashable, Sendable {
    /// The URI of the database, which may contain a password: `postgresql://bot@host/database`.
    package var url: Secret
    /// The origin of the URI: `env:DATABASE_URL`, `file:/etc/mezon/database.url`.
    package var source: String
    /// The schema of the tables.
    package var schema: String

    package init(url: Secret, source: String, schema: String) {
        self.url = url
        self.source = source
        self.schema = schema
    }
}

extension ServerSettings {
    private static let schemes = ["postgresql://", "postgres://"]

    /// Reads `url` and `schema` of the section `store`; nil without `url`, or if it is unusable.
    init?(_ map: inout MapReader, secrets: SecretSource, _ diagnostics: DiagnosticCollector) {
        let url = map.take("url", "The URL of a PostgreSQL server that keeps the data (default: a file in the data directory).")
        let schema = map.take("schema", "The schema of the tables on the server, one for each bot (default: `mezon_bot`).")
        guard let url else {
            if let schema {
                diagnostics.error(
                    "missing-key", "'schema' is for a server, and there is no 'url'", at: schema.position,
                    suggestion: "write url: ${env:DATABASE_URL}, or remove it")
            }
            return nil
        }
        let name = schema?.text(diagnostics) ?? "mezon_bot"
        guard Self.isSchema(name) else {
            diagnostics.error(
                "bad-name",
                "a schema has at most 63 lower-case letters, digits and underscores, begins with a letter, and is none of the server's own",
                at: schema?.position ?? url.position, suggestion: "write mezon_bot")
            return nil
        }
        guard
            let (secret, source) = secrets.sourced(
                url, example: "${env:DATABASE_URL}", inFile: "a URL with a password must not be written in a configuration file",
                unset: "the data is on the server that it names", diagnostics)
        else { return nil }
        guard Self.schemes.contains(where: secret.reveal().hasPrefix) else {
            diagnostics.error(
                "bad-url", "the value of \(source) is no URL of a PostgreSQL server", at: url.position,
                suggestion: "set it to postgresql://user:password@host/database")
            return nil
        }
        self.init(url: secret, source: source, schema: name)
    }

    private static func isSchema(_ name: String) -> Bool {
        guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first), name.utf8.count < 64,
            !name.hasPrefix("pg_"), name != "public", name != "information_schema"
        else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
    }

    /// Finds the URI at its recorded origin, for commands that read no configuration.
    ///
    /// - Throws: `SecretSourceError`.
    package init(source: String, schema: String, environment: [String: String]) throws {
        self.init(url: try RecordedSecretSource(environment: environment).secret(at: source), source: source, schema: schema)
    }

    /// Finds the URI at an origin that is given to a command, and verifies it and the schema as those of a configuration.
    ///
    /// - Parameter origin: `env:DATABASE_URL`, or `file:database.url` with a path that may be relative.
    /// - Throws: `SecretSourceError`. It does not repeat what is not an origin, because that may be the URL with its password.
    package init(origin: String, schema: String, environment: [String: String]) throws {
        guard Self.isSchema(schema) else {
            throw SecretSourceError(
                source: "--schema",
                reason:
                    "a schema has at most 63 lower-case letters, digits and underscores, begins with a letter, and is none of the "
                    + "server's own")
        }
        let source: String
        if origin.hasPrefix("env:") {
            source = origin
        } else if origin.hasPrefix("file:") {
            source = "file:\(URL(fileURLWithPath: String(origin.dropFirst(5))).standardizedFileURL.path)"
        } else {
            throw SecretSourceError(
                source: "--to",
                reason:
                    "write env:NAME or file:PATH, where the URL of the server is; other users of the machine can read arguments")
        }
        try self.init(source: source, schema: schema, environment: environment)
        guard Self.schemes.contains(where: url.reveal().hasPrefix) else {
            throw SecretSourceError(
                source: source,
                reason: "its value is no URL of a PostgreSQL server; set it to postgresql://user:password@host/database")
        }
    }
}
