/// The minimal configuration for Synapse on loopback, with very high limits.
struct SynapseConfig {
    let port: Int
    let folder: String

    var text: String {
        let pace = "{per_second: 100000, burst_count: 100000}"
        return """
            server_name: localhost
            report_stats: false
            signing_key_path: \(folder)/key
            enable_registration: true
            enable_registration_without_verification: true
            suppress_key_server_warning: true
            trusted_key_servers: []
            database: {name: sqlite3, args: {database: \(folder)/db}}
            media_store_path: \(folder)/media
            log_config: \(folder)/log.yaml
            listeners:
              - {port: \(port), type: http, tls: false, bind_addresses: [127.0.0.1], resources: [{names: [client], compress: false}]}
            rc_message: \(pace)
            rc_registration: \(pace)
            rc_login: {address: \(pace), account: \(pace), failed_attempts: \(pace)}
            rc_joins: {local: \(pace), remote: \(pace)}
            rc_joins_per_room: \(pace)
            rc_invites: {per_room: \(pace), per_user: \(pace), per_issuer: \(pace)}

            """
    }

    /// The log configuration. It writes to standard output, where Synapse reports that it listens.
    static let log = """
        version: 1
        disable_existing_loggers: false
        handlers: {out: {class: logging.StreamHandler, stream: ext://sys.stdout}}
        root: {level: INFO, handlers: [out]}

        """
}
