import Moderation

/// Files of a stored revision.
enum RevisionFixture {
    static func files(_ texts: [String: String]) -> String { RevisionFiles(root: "config.yaml", texts: texts).json }
}
