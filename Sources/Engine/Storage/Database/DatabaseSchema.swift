import GRDB

/// The schema of `bot.sqlite`. Migrations are appended and named, never edited.
///
/// Those before `NamesMigration` create tables under their former names, which the tables' `schema` constants therefore contain.
enum DatabaseSchema {
    static var bot: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("journal, turns, outbox, directory") { database in
            try database.execute(sql: JournalTable.schema)
            try database.execute(sql: TurnTable.schema)
            try database.execute(sql: OutboxTable.schema)
            try database.execute(sql: DirectoryTable.schema)
            try database.execute(sql: CheckpointTable.schema)
        }
        migrator.registerMigration("rules: decisions, memos, cases, editions") { database in
            try database.execute(sql: DecisionTable.schema)
            try database.execute(sql: RuleStateTable.schema)
            try database.execute(sql: CaseTable.schema)
            try database.execute(sql: RuleRevisionTable.schema)
            try database.execute(sql: TurnTable.decisionColumns)
        }
        migrator.registerMigration("deliveries that wait, members, categories") { database in
            try database.execute(sql: OutboxTable.waiting)
            try database.execute(sql: DirectoryTable.conversations)
            try database.execute(sql: MemberTable.schema)
        }
        migrator.registerMigration("cases: strikes") { database in
            try database.execute(sql: CaseTable.strikes)
        }
        migrator.registerMigration("bots: what they remember, and what they were given") { database in
            try database.execute(sql: BotTable.schema)
        }
        migrator.registerMigration("replay: sightings, starts, the order of decisions") { database in
            try database.execute(sql: DirectoryObservationTable.schema)
            try database.execute(sql: ProcessStartTable.schema)
            try database.execute(sql: DecisionTicketTable.schema)
            try database.execute(sql: TurnTable.replayColumns)
        }
        migrator.registerMigration("letters") { database in
            try database.execute(sql: DeadLetterTable.schema)
        }
        migrator.registerMigration("gaps") { database in
            try database.execute(sql: HistoryGapTable.schema)
        }
        migrator.registerMigration("entries without their texts") { database in
            try database.execute(sql: RedactionTable.schema)
        }
        migrator.registerMigration("appointments") { database in
            try database.execute(sql: ScheduledJobTable.schema)
        }
        migrator.registerMigration("sealed texts") { database in
            try database.execute(sql: EncryptionKeyTable.schema)
        }
        migrator.registerMigration("copies") { database in
            try database.execute(sql: RelayCopyTable.schema)
        }
        migrator.registerMigration("names of messages elsewhere") { database in
            try database.execute(sql: ExternalIDTable.schema)
        }
        migrator.registerMigration("notes of ports, names of reactions elsewhere") { database in
            try database.execute(sql: ConnectorStateTable.schema)
            try database.execute(sql: ExternalReactionTable.schema)
        }
        migrator.registerMigration("files elsewhere") { database in
            try database.execute(sql: FileCopyTable.schema)
        }
        migrator.registerMigration("deliveries that go out again") { database in
            try database.execute(sql: OutboxTable.again)
        }
        migrator.registerMigration("member names") { database in
            try database.execute(sql: MemberNameTable.schema)
        }
        migrator.registerMigration("cases: numbers per clan, incidents") { database in
            try database.execute(sql: CaseTable.numbers)
        }
        migrator.registerMigration("outbox: steps") { database in
            try database.execute(sql: OutboxTable.steps)
        }
        migrator.registerMigration("kinds of accounts") { database in
            try database.execute(sql: AccountTable.schema)
        }
        migrator.registerMigration("counts of answers") { database in
            try database.execute(sql: AnswerCountTable.schema)
        }
        migrator.registerMigration("journal key") { database in
            try database.execute(sql: JournalKeyTable.schema)
        }
        migrator.registerMigration("counts of answers in a row") { database in
            try database.execute(sql: AnswerCountTable.rows)
        }
        migrator.registerMigration(NamesMigration.identifier) { try NamesMigration.run(in: $0) }
        migrator.registerMigration("waiting entries, unsent deliveries") { database in
            try database.execute(sql: WaitingEntryTable.schema)
            try database.execute(sql: OutboxTable.unsentIndexes)
        }
        migrator.registerMigration("rule state by key, expiry") { database in
            try database.execute(sql: RuleStateTable.byKey)
            try database.execute(sql: RuleStateTable.addingExpiry)
        }
        migrator.registerMigration("schedules by their present keys") { database in
            try database.execute(sql: ScheduledJobTable.presentKeys)
        }
        migrator.registerMigration("channel creators") { database in
            try database.execute(sql: DirectoryTable.creators)
        }
        migrator.registerMigration("checksums of rows") { try ChecksummedTable.migrate($0) }
        migrator.registerMigration("checkpoints of rule state") { database in
            try database.execute(sql: StateCheckpointTable.schema)
        }
        return migrator
    }

    static var archive: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("versions of messages") { database in
            try database.execute(sql: ArchiveTable.schema)
        }
        migrator.registerMigration("numbered versions, words") { database in
            try database.execute(sql: ArchiveTable.numbered)
            try database.execute(sql: FullTextIndex.schema)
        }
        migrator.registerMigration("versions by channel") { database in
            try database.execute(sql: ArchiveTable.byChannel)
        }
        migrator.registerMigration("sealed versions") { database in
            try database.execute(sql: EncryptionKeyTable.schema)
        }
        migrator.registerMigration(NamesMigration.identifier) { try ArchiveNamesMigration.run(in: $0) }
        return migrator
    }
}
