import TextClassification

/// Invented lines of chat and of advertising, in Vietnamese and English. They are made of parts by counting, so that they are the
/// same in every run.
enum ChatLines {
    private static let greetings = ["mọi người ơi", "anh em", "hey", "guys", "thầy ơi", "hi all", "cả nhà", "bro"]
    private static let questions = [
        "ai có đề cương môn mạng không", "tối nay họp lúc mấy giờ", "the build is broken again", "does anyone have the slides",
        "sáng mai thi ở phòng nào", "who reviews my pull request", "trời mưa quá chắc em đến muộn", "lunch at the usual place",
        "nhóm mình nộp bài chưa", "I moved the meeting to Friday", "con mèo nhà em lại phá bàn phím",
        "free room on the second floor",
    ]
    private static let endings = ["", " nhé"]
    private static let offers = [
        "nhận quà miễn phí", "kiếm tiền online tại nhà", "free nitro for everyone", "vay tiền nhanh lãi thấp",
        "claim your prize now",
        "nạp thẻ tặng gấp đôi", "earn cash from home", "hack follow giá rẻ",
    ]
    private static let calls = [
        "vào ngay nhan-qua.example", "inbox zalo 0912345678", "click https://gift.example/win", "chỉ hôm nay", "join now",
        "liên hệ 0987654321", "limited offer", "đăng ký ngay",
    ]

    static let clean: [TrainingText] = combined(greetings, questions, endings, isBad: false)
    static let bad: [TrainingText] = combined(offers, calls, ["", " !!!"], isBad: true)
    static let all = clean + bad

    /// A quarrel in which each insult is another word: texts alone tell nothing of the next. A list knows four of five, and finds the
    /// lines that only report one as well.
    static let quarrels: [TrainingText] = {
        let words = ["br", "kl", "dr", "fl", "gr", "kr", "pl", "st", "tr"].flatMap { first in
            ["a", "e", "i", "o"].flatMap { second in ["mo", "nu", "pi", "sa", "ky"].map { first + second + $0 } }
        }
        func line(_ index: Int) -> String {
            "\(greetings[index % greetings.count]) \(words[index])\(endings[index / 2 % endings.count])"
        }
        return words.indices.map { index in
            let isBad = index % 3 == 0
            return TrainingText(line(index), isBad: isBad, hits: [isBad && index % 5 != 0])
        }
            + words.indices.filter { $0 % 9 == 0 }.map {
                TrainingText("admin, please look at what was said here: \(words[$0])", isBad: false, hits: [true])
            }
    }()

    private static func combined(_ first: [String], _ second: [String], _ third: [String], isBad: Bool) -> [TrainingText] {
        first.flatMap { a in second.flatMap { b in third.map { TrainingText("\(a) \(b)\($0)", isBad: isBad) } } }
    }
}
