import ChatModel

/// Random messages as in a Vietnamese community: Vietnamese with and without diacritics, English, links, emoji.
struct ChatText {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func messages(_ count: Int) -> [String] { (0..<count).map { _ in message() } }

    mutating func message() -> String {
        let isEnglish = random.chance(35)
        let hasMarks = !random.chance(20)
        let length = Int.random(in: 3...20, using: &random)
        var words = (0..<length).map { _ in
            isEnglish ? random.element(of: Self.english) : random.element(of: hasMarks ? Self.vietnamese : Self.unmarked)
        }
        words[0] = words[0].prefix(1).uppercased() + words[0].dropFirst()
        if random.chance(8) {
            words.append("https://github.com/mezonai/mezon/issues/\(Int.random(in: 1...9999, using: &random))")
        }
        if random.chance(10) { words.append("\(Int.random(in: 1...999, using: &random))k") }
        if random.chance(15) { words.append(random.element(of: ["😀", "😂😂", "❤️", "👍", "🙏", ":))", "=)))"])) }
        return words.joined(separator: " ") + random.element(of: ["", "", "", "!", ".", "?", " ạ", "..."])
    }

    static let vietnamese = split(
        """
        anh em mình bạn tôi chị ơi à ạ nhé nha không có được là và của cho với này kia đó đây thì mà nhưng nên vì nếu khi lúc
        sáng trưa chiều tối hôm nay mai qua ngày tuần tháng năm giờ phút đi về đến làm việc học chơi ăn uống ngủ nói nghe nhìn
        thấy biết hiểu nghĩ muốn cần phải nhà công ty dự án nhóm họp báo cáo kết quả lỗi sửa chạy máy chủ mạng điện thoại tin
        nhắn kênh người tốt đẹp nhanh chậm lớn nhỏ mới cũ cũng rất quá lắm vẫn đang đã sẽ chưa rồi xong tiền lương thưởng phạt
        mua bán giá rẻ cà phê cơm phở bún nước trà cười buồn vui các những mỗi
        """)
    static let unmarked = split(
        """
        anh em minh ban toi chi oi a nhe nha khong co duoc la va cua cho voi nay kia do day thi ma nhung nen vi neu khi luc
        sang trua chieu toi hom nay mai qua ngay tuan thang nam gio phut di ve den lam viec hoc choi an uong ngu noi nghe nhin
        thay biet hieu nghi muon can phai nha
        """)
    static let english = split(
        """
        the a to of and in is it you that for on with as this have be are not at we can but from will if they do what all so
        can just like there time team build deploy server test merge branch review issue bug fix release meeting today
        tomorrow thanks please check code update works fails again maybe later sure great nice good morning lunch coffee
        anyone know how where when why who free help question answer channel
        """)

    private static func split(_ text: String) -> [String] { text.split { $0 == " " || $0 == "\n" }.map(String.init) }
}
