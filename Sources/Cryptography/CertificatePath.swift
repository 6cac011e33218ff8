internal import COpenSSL

/// Validates leaf → intermediate → anchor by RFC 5280 section 6, at a given moment.
package struct CertificatePath: Sendable {
    package let leaf: Certificate
    package let intermediate: Certificate

    /// Why a path is refused.
    package struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
        package let reason: String
        package var description: String { reason }
    }

    package init(leaf: Certificate, intermediate: Certificate) {
        self.leaf = leaf
        self.intermediate = intermediate
    }

    /// Finds the anchor under which the path is valid, and returns it.
    ///
    /// Checked are signatures, names, the authority flags, path lengths, key usages, critical
    /// extensions and the validity of all three certificates. The path has exactly three: a leaf
    /// that an anchor has issued itself is refused.
    ///
    /// - Parameters:
    ///   - anchors: self-signed certificates that the caller trusts; nothing else is an anchor.
    ///   - time: Unix time in seconds.
    package func validate(
        anchors: [Certificate], at time: Int64
    ) throws(Failure) -> Certificate {
        if !intermediate.isAuthority { throw Failure(reason: "intermediate is no authority") }
        if !leaf.maySignData { throw Failure(reason: "leaf may not sign data") }
        var failure = Failure(reason: "no anchor has issued the intermediate")
        // One by one: of two anchors of one name OpenSSL would try the first only.
        for anchor in anchors where anchor.isNamedIssuer(of: intermediate) {
            do throws(Failure) {
                try validate(anchor: anchor, at: time)
                return anchor
            } catch { failure = error }
        }
        throw failure
    }

    private func validate(anchor: Certificate, at time: Int64) throws(Failure) {
        // By our own comparison: OpenSSL takes the last second of validity (RFC 5280 section
        // 4.1.2.5) for expired, and whoever remembers a path by its bounds would answer otherwise.
        for certificate in [leaf, intermediate, anchor] {
            if time < certificate.validity.lowerBound {
                throw Failure(reason: "certificate is not yet valid")
            }
            if time > certificate.validity.upperBound {
                throw Failure(reason: "certificate has expired")
            }
        }
        let store = X509_STORE_new()
        defer { X509_STORE_free(store) }
        X509_STORE_add_cert(store, anchor.handle)
        // The stack macros of OpenSSL are these functions with a cast; the stack borrows the
        // certificate.
        let untrusted = OPENSSL_sk_new_null()
        defer { OPENSSL_sk_free(untrusted) }
        OPENSSL_sk_push(untrusted, UnsafeRawPointer(intermediate.handle))
        let context = X509_STORE_CTX_new()
        defer {
            X509_STORE_CTX_free(context)
            ERR_clear_error()
        }
        guard X509_STORE_CTX_init(context, store, leaf.handle, untrusted) == 1 else {
            throw Failure(reason: OpenSSLError.take("validate path").description)
        }
        X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_NO_CHECK_TIME))
        if X509_verify_cert(context) != 1 {
            throw Failure(reason: Self.reason(X509_STORE_CTX_get_error(context)))
        }
        if OPENSSL_sk_num(X509_STORE_CTX_get0_chain(context)) != 3 {
            throw Failure(reason: "the path has not three certificates")
        }
    }

    private static func reason(_ code: Int32) -> String {
        X509_verify_cert_error_string(Int(code)).map { String(cString: $0) } ?? "error \(code)"
    }
}
