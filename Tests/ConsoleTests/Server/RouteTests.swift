import Testing

@testable import Console

struct RouteTests {
    @Test(arguments: [
        ("/", Route.screen(.overview)), ("/journal", .screen(.journal)), ("/journal/12", .trace(entry: 12)),
        ("/journal/stream", .journalStream), ("/incidents/190/3", .incident(clan: 190, number: 3)),
        ("/assets/console.css", .asset(.style)), ("/editor", .screen(.editor)), ("/editor/run", .editorRun),
        ("/editor/revisions", .revisions), ("/settings", .screen(.settings)), ("/settings/edit", .setting),
        ("/rules/suggest", .suggestions), ("/rules/rewind", .rewind),
        ("/open/abc", .open(token: "abc")), ("/healthz", .health), ("/metrics", .metrics),
    ])
    func `known addresses are parsed`(path: String, route: Route) {
        #expect(Route(isPost: false, path: path, basePath: "") == route)
        #expect(Route(isPost: false, path: "/console" + path, basePath: "/console") == route)
    }

    @Test(arguments: [
        "/schedule/7/pause", "/schedule/7/resume", "/schedule/7/cancel", "/incidents/1/2/undo", "/rules/trigger",
        "/dead-letters/1/retry", "/dead-letters/1/discard", "/relays/resend", "/language", "/sign-out", "/editor/save",
        "/editor/activate", "/settings/190",
    ])
    func `actions need a POST`(path: String) {
        #expect(Route(isPost: true, path: path, basePath: "") != nil)
        #expect(Route(isPost: false, path: path, basePath: "") == nil)
    }

    @Test(arguments: [
        "", "journal", "//journal", "/journal/", "/journal//", "/./journal", "/journal/..", "/journal/../rules", "/%6aournal",
        "/journal%2f12", "/assets/../../etc/passwd", "/assets/..%2fconsole.css", "/assets/console.css/", "/assets/", "/overview",
        "/journal/-1", "/journal/+1", "/journal/0x1", "/journal/99999999999999999999", "/journal/1/2", "/Journal", "/journal;a",
        "/journal\\..", "/schedule/1/explode", "/editor/config.yaml", "/editor/save/x", "/editor/../save", "/settings/edit/x",
        "/settings/-1",
        "http://127.0.0.1:7350/journal", "*",
    ])
    func `other spellings and tricks are unknown`(path: String) {
        #expect(Route(isPost: false, path: path, basePath: "") == nil)
        #expect(Route(isPost: true, path: path, basePath: "") == nil)
    }

    @Test func `a path outside the base path is unknown`() {
        #expect(Route(isPost: false, path: "/journal", basePath: "/console") == nil)
        #expect(Route(isPost: false, path: "/consoles/journal", basePath: "/console") == nil)
        #expect(Route(isPost: false, path: "/console", basePath: "/console") == .screen(.overview))
    }
}
