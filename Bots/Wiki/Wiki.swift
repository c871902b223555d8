import BotKit
import Foundation

/// A bot that looks up articles of a MediaWiki: `*wiki Hồ Gươm`.
struct Wiki: Bot {
    struct Options: BotOptions {
        /// The site, in which `{language}` becomes `en` or `vi`.
        var site = "https://{language}.wikipedia.org"
        /// The hours for which an article is kept.
        var hours = 24
    }

    struct Article: Codable, Sendable {
        var title: String
        var extract: String
        var page: String
        var readAt: Date
    }

    /// The state of a clan: its latest articles by the address of the summary.
    struct State: BotState { var articles: [String: Article] = [:] }

    /// The part of MediaWiki's response that the bot shows.
    private struct Summary: Decodable {
        struct Pages: Decodable { var desktop: Page }
        struct Page: Decodable { var page: String }

        enum CodingKeys: String, CodingKey {
            case title, extract
            case pages = "content_urls"
        }

        var title: String
        var extract: String
        var pages: Pages
    }

    static let manifest = Manifest("wiki", "Looks up articles: *wiki title.", needs: [.reply])
    private static let maximum = 50  // Articles, within the state size of a clan.
    private static let maxRedirects = 3
    private static let plain = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    let options: Options

    var commands: [Command<Self>] {
        Command("wiki", "Look up an article", vi: "Tra cứu bài viết", cooldown: .seconds(3)) { (context, title: RemainingText) in
            let site = options.site.replacing("{language}", with: context.words("en", vi: "vi"))
            let url = "\(site)/api/rest_v1/page/summary/\(try Self.pathSegment(title.text))"
            let oldest = context.now - Double(options.hours) * 3600
            if let known = try await context.state(.clan).value.articles[url], known.readAt > oldest {
                return [.reply(Self.draft(known))]
            }
            do {
                guard let article = try await article(at: url, context) else {
                    return [.reply(context.say("There is no such article.", vi: "Không có bài viết này."))]
                }
                try await context.state(.clan).update { state in
                    state.articles = state.articles.filter { $0.value.readAt > oldest }
                    if state.articles.count >= Self.maximum,
                        let first = state.articles.min(by: { ($0.value.readAt, $0.key) < ($1.value.readAt, $1.key) })
                    {
                        state.articles[first.key] = nil
                    }
                    state.articles[url] = article
                }
                return [.reply(Self.draft(article))]
            } catch is HTTPError {
                return [.reply(context.say("The wiki cannot be read now.", vi: "Hiện không đọc được wiki."))]
            }
        }
    }

    /// Reads an article; nil if there is none. A redirect of the wiki leads to the proper title.
    private func article(at start: String, _ context: Context) async throws -> Article? {
        var url = start
        for _ in 0...Self.maxRedirects {
            let response = try await context.http.get(url, headers: ["Accept": "application/json"])
            if (300..<400).contains(response.status), let target = response.headers["location"],
                let next = URL(string: target, relativeTo: URL(string: url))?.absoluteString
            {
                url = next
                continue
            }
            guard response.status != 404 else { return nil }
            guard response.isSuccess else { throw HTTPError.unreachable("status \(response.status)") }
            let summary = try response.json(as: Summary.self)
            return Article(
                title: summary.title.prefix(bytes: 300), extract: summary.extract.prefix(bytes: 2000),
                page: summary.pages.desktop.page.prefix(bytes: 1000), readAt: context.now)
        }
        throw HTTPError.unreachable("too many redirects")
    }

    private static func draft(_ article: Article) -> Draft {
        Text(separatedBy: "\n") {
            Bold(article.title)
            article.extract
            Link(article.page)
        }.draft
    }

    private static func pathSegment(_ title: String) throws -> String {
        let title = title.split(whereSeparator: \.isWhitespace).joined(separator: "_")
        guard title.utf8.count <= 255, let escaped = title.addingPercentEncoding(withAllowedCharacters: plain) else {
            throw UsageError(LocalizedText("a title has at most 255 bytes", vi: "tên bài dài nhất 255 byte"), about: 0)
        }
        return escaped
    }
}
