extension PostgreSQLSchema {
    /// The tables of several processes: which one runs the bot, by the server's clock in milliseconds, and the files that they share.
    ///
    /// `lease` has one row. `lease_change` keeps why the lease has moved, and `node` the processes that run the bot or stand by.
    static let leaseTables = """
        CREATE FUNCTION server_time() RETURNS bigint LANGUAGE sql VOLATILE
            AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint';
        CREATE TABLE lease (
            epoch BIGINT NOT NULL,
            node TEXT COLLATE "C" NOT NULL,
            process TEXT COLLATE "C" NOT NULL,
            since BIGINT NOT NULL,
            until BIGINT NOT NULL,
            process_time BIGINT NOT NULL,
            released TEXT COLLATE "C",
            successor TEXT COLLATE "C"
        );
        INSERT INTO lease VALUES (0, '', '', 0, 0, 0, NULL, NULL);
        CREATE TABLE lease_change (
            epoch BIGINT PRIMARY KEY,
            at BIGINT NOT NULL,
            node TEXT COLLATE "C" NOT NULL,
            reason TEXT COLLATE "C" NOT NULL
        );
        CREATE TABLE node (
            name TEXT COLLATE "C" PRIMARY KEY,
            process TEXT COLLATE "C" NOT NULL,
            pid BIGINT NOT NULL,
            version TEXT COLLATE "C" NOT NULL,
            connection BIGINT NOT NULL,
            started_at BIGINT NOT NULL,
            seen_at BIGINT NOT NULL,
            is_draining BOOLEAN NOT NULL DEFAULT FALSE
        );
        CREATE TABLE blob (
            name TEXT COLLATE "C" PRIMARY KEY,
            content BYTEA NOT NULL,
            used_at BIGINT NOT NULL
        );
        """
}
