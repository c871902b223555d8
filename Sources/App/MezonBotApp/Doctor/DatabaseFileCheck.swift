import Storage

/// Verifies the databases of the data directory, beside a running bot too.
struct DatabaseFileCheck {
    let folder: String

    func findings() async throws -> [DoctorFinding] {
        let checks: [OfflineStore.FileCheck]
        do { checks = try await OfflineStore.check(folder) } catch StorageError.missing {
            return []  // No bot has run yet.
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return [DoctorFinding(.bad, "the databases cannot be verified: \(StorageErrorDescription.words(for: error))")]
        }
        return checks.map { check in
            guard let first = check.findings.first else { return DoctorFinding(.good, "\(check.file) is sound") }
            let more = check.findings.count > 1 ? " and \(check.findings.count - 1) more findings" : ""
            return DoctorFinding(
                .bad, "\(check.file) is damaged: \(first)\(more)",
                advice: check.structure.isEmpty
                    ? "look for a failing disk; the damaged rows are not used"
                    : "restart the bot, which saves what can be read, and look for a failing disk")
        }
    }
}
