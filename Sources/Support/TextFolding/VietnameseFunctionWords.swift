extension VietnameseSyllable {
    /// Returns whether a word without marks is the common spelling of a function word whose marks are left out: `di` of `đi`, `ma` of
    /// `mà`, `cho`.
    package static func isFunctionWord(_ word: [(base: Unicode.Scalar, marks: CombiningMarks)]) -> Bool {
        functionWords.contains(String(String.UnicodeScalarView(word.map { ScalarFolding.bareLowercase($0.base) })))
    }

    /// Particles, conjunctions, prepositions, pronouns including the kinship terms that serve as such, and verbs and adverbs of every
    /// other sentence, without their marks. `zai` and `giai` are `trai` as chats write it.
    ///
    /// `cac` is missing although `các` is one of them: it stands only before a noun, and the insult `cặc` behind one.
    private static let functionWords: Set<String> = Set(
        """
        a ai anh ba bac bang bi bo boi ca cai cang cau chang chau chi cho chu chua co con cua cung da dang dau day de den deu di do
        duoc dung em gi giai hay hoac hon khi khong kia la lai lam len luc luon ma may mai me minh moi mot muon nao nay nen neu ngay nhe
        nhieu nhu nhung no noi nua o oi ong qua ra rang rat roi sao sau se ta tai tao tat the theo thi thoi toi tren trong tu tung
        tuy tuong u va vai van vao vay ve vi viec voi vua xin xong xuong zai
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
