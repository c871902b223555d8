/// The checkpoints of the application, which bound the work of a start.
enum CheckpointTable {
    enum Checkpoint: String {
        /// The entry up to which every entry has its turn.
        case turnsThrough = "turns_through"
        /// The delivery up to which every delivery is settled.
        case settledThrough = "deliveries_through"
    }

    static let schema = """
        CREATE TABLE mark (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT;
        """

    static func value(of checkpoint: Checkpoint, in database: any SQLSession) throws -> Int64 {
        try database.value("SELECT value FROM checkpoint WHERE name = ?", [checkpoint.rawValue]) ?? 0
    }

    /// Moves a checkpoint forward, never back.
    static func advance(_ checkpoint: Checkpoint, to value: Int64, in database: any SQLSession) throws {
        try database.execute(
            """
            INSERT INTO checkpoint (name, value) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE excluded.value > checkpoint.value
            """, [checkpoint.rawValue, value])
    }
}
