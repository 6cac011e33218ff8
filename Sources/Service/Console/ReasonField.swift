import InterlockAPI

/// The field of a form that says why; with what was typed into it before, where that was refused or could not be
/// acted on.
enum ReasonField {
    static func html(_ page: ConsolePage, _ typed: TypedReason?) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        let fault = typed?.fault.map(words.says)
        return .group(
            T.label([.for("reason")], .text(words.reason)),
            fault.map { T.p([.id("reason-error"), .style(.error)], .text($0)) },
            T.textarea(
                [.name("reason"), .id("reason"), .rows(3), .maxLength(Bounds.reason), .required]
                    + (fault == nil
                        ? [.describedBy("reason-hint")]
                        : [.describedBy("reason-error reason-hint"), .invalid, .autofocus]),
                // The first line end of a text area is the markup's.
                typed.map { .text("\n" + $0.text) } ?? .nothing),
            T.p([.id("reason-hint"), .style(.quiet)], .text(words.reasonHint)))
    }

    /// Says above the page what is wrong, and leads to the field.
    static func alert(
        _ page: ConsolePage, _ typed: TypedReason?, at field: ConsolePath = .reason
    ) -> HTML {
        typealias T = HTMLTag
        return .group(
            typed?.fault.map { fault in
                T.p(
                    [.alert, .style(.error)], .text(page.words.says(fault)), " ",
                    T.a([.href(field)], .text(page.words.toReason)))
            })
    }
}
