import Foundation
import GRDB

@testable import Storage

/// A database with the schema and the names before the migration of names.
enum FormerStore {
    static let lastMigration = "counts of answers in a row"

    /// Writes `house.sqlite` with a row in each table whose names or values change.
    static func write(in folder: String, _ cipher: ValueCipher?) throws {
        let queue = try open(folder, cipher)
        try DatabaseSchema.bot.migrate(queue, upTo: lastMigration)
        try queue.write { database in
            try database.execute(sql: rows)
            guard let key = cipher?.current else { return }
            try database.execute(sql: "INSERT INTO seal VALUES (?, ?, 1)", arguments: [key.name, key.source])
        }
        try queue.close()
    }

    static func open(_ folder: String, _ cipher: ValueCipher?) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase { try $0.add(cipher) }
        return try DatabaseQueue(path: folder + "/house.sqlite", configuration: configuration)
    }

    private static func frame(_ json: String, of sequence: Int) -> String {
        "sealed(CAST('\(json)' AS BLOB), 'journal.frame', \(sequence))"
    }

    private static let failure =
        #"{"failed":{"_0":{"action":"unmute","at":0,"author":"house:undo","cause":2,"channel":"0","clan":"0","reason":"no"}}}"#

    private static let rows = """
        INSERT INTO journal VALUES
            (1, 0, 'house-started', 0, 0, 0, NULL, 0, 0, \(frame(#"{"started":{"at":0}}"#, of: 1))),
            (2, 0, 'house-failed', 0, 0, 0, 77, 0, 0, \(frame(failure, of: 2))),
            (3, 0, 'message', 301, 201, 9, 0, 0, 0, \(frame("house:undo", of: 3)));
        INSERT INTO turn VALUES
            (1, 0, sealed('house' || char(9) || 'skip' || char(9) || 'odd', 'turn.trace', 1), 0, '', ''),
            (2, 0, sealed('hook:read_only' || char(9) || 'drop' || char(10) || 'house:failures' || char(9) || 'send' || char(9)
                || 'house:undo: unmute failed', 'turn.trace', 2), 1, 'v1', '5');
        INSERT INTO outbox (cause, author, ordinal, destination, payload, status, reason, created_at, after, first) VALUES
            (2, 'house:undo', 0, 201, sealed(x'0102', 'outbox.payload', 2, 'house:undo', 0), 3,
                sealed('refused', 'outbox.reason', 2, 'house:undo', 0), 0, 2, 9),
            (2, 'rule:a', 0, 201, sealed(x'03', 'outbox.payload', 2, 'rule:a', 0), 3,
                sealed('hook:read_only: the channel is read-only', 'outbox.reason', 2, 'rule:a', 0), 0, 0, NULL);
        INSERT INTO cases VALUES
            (1, 2, 'house:desk', 0, 'v1', 'mute', 5, 301, 201, 9, sealed('rude', 'cases.reason', 2, 'house:desk', 0), '[0]',
                sealed('[]', 'cases.inverses', 2, 'house:desk', 0), sealed('[]', 'cases.evidence', 2, 'house:desk', 0), 0,
                NULL, NULL, 7, sealed('Mod', 'cases.undone_by', 2, 'house:desk', 0), NULL, 2, 1);
        INSERT INTO bot_record VALUES
            (4, 2, 'house:help', 'help', sealed('[{"author":"house:help"}]', 'bot_record.contributions', 2, 'house:help'),
                sealed('[1]', 'bot_record.readings', 2, 'house:help'), sealed('[2]', 'bot_record.writes', 2, 'house:help'));
        INSERT INTO letter VALUES (6, 2, 'bot:a', sealed('it broke', 'letter.reason', 2, 'bot:a', 8), 2, 8, 'open');
        INSERT INTO crash VALUES (1, 2, 'bot:a', 'a', 8);
        INSERT INTO decision VALUES (3, 2, sealed('{"misses":[{"author":"house:waits"}]}', 'decision.conclusion', 3));
        INSERT INTO given VALUES (3, 3, 'v1');
        INSERT INTO memo VALUES
            ('', 'voice', 'quiet', 'c1', sealed('{"count":1}', 'memo.value', '', 'voice', 'quiet', 'c1')),
            ('r', 'quota', 'house:undo', 'g1', sealed('{}', 'memo.value', 'r', 'quota', 'house:undo', 'g1')),
            ('', 'wait', 'w', '', sealed('{"text":"{\\"author\\":\\"house:undo\\"}"}', 'memo.value', '', 'wait', 'w', ''));
        INSERT INTO edition VALUES ('v1', 1, 2, sealed('{"root":"a","texts":{"a":"plugins: {}\\n"}}', 'edition.files', 'v1'));
        INSERT INTO sighting VALUES (5, sealed('{"role":1}', 'sighting.text', 5));
        INSERT INTO start VALUES (1, 2, 3, 'v1', 4, 5);
        INSERT INTO appointment (id, author, name, due, timetable, clan, channel, user, note, cause, made_at, occurred, last_due) VALUES
            (8, 'bot:a', 'tea', 9000, NULL, 301, 201, 5, sealed('"milk"', 'appointment.note', 'bot:a', 'tea'), 2, 1000, 3, 8000);
        INSERT INTO emptied VALUES (1, 0, 'forgotten'), (2, 0, 'trace');
        INSERT INTO sweep VALUES ('policy', 4);
        INSERT INTO mark VALUES ('turned_through', 2), ('settled_through', 1);
        INSERT INTO copy VALUES (9, 201, 'rule:a', 0, 10, 202, 5);
        INSERT INTO gap VALUES (201, 301, 9, 0, 0);
        INSERT INTO message_name VALUES (201, 'far', 9);
        INSERT INTO reaction_name VALUES (201, 'farther', 9, 'x', 5);
        INSERT INTO port_note VALUES ('net', 'since', '5');
        INSERT INTO channel VALUES (201, 301, 0, 1, sealed('general', 'channel.label', 201), sealed('', 'channel.category', 201), 0, 9, 0, 6);
        INSERT INTO role VALUES (301, 1, sealed('all', 'role.title', 301, 1), '', 1);
        INSERT INTO file_copy VALUES ('hash', 'net', sealed('{"failed":{"_0":"no"}}', 'file_copy.outcome', 'hash', 'net'), 5);
        """
}
