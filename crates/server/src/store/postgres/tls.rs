//! TLS to the database, with the checks of its certificate that libpq makes for each `sslmode`.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::address::{SslMode, SslParameters};

/// The TLS connector for this mode.
pub(super) fn connector(
    mode: SslMode,
    parameters: &SslParameters,
    home: Option<&Path>,
) -> Result<MakeRustlsConnect, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let failed = |error: Error| format!("TLS cannot be used: {error}");
    let verifier: Arc<dyn ServerCertVerifier> = match roots(mode, parameters, home)? {
        Some(roots) => {
            let builder = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider));
            let verifier =
                builder.build().map_err(|error| format!("the root certificates cannot be used: {error}"))?;
            if mode == SslMode::VerifyFull { verifier } else { Arc::new(AcceptAnyHost(verifier)) }
        }
        None => Arc::new(AcceptAnyCertificate(Arc::clone(&provider))),
    };
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(failed)?;
    let builder = builder.dangerous().with_custom_certificate_verifier(verifier);
    let in_home =
        |name: &str| home.map(|home| home.join(".postgresql").join(name)).filter(|path| path.exists());
    let certificate = parameters.certificate.clone().or_else(|| in_home("postgresql.crt"));
    let config = match certificate {
        None => builder.with_no_client_auth(),
        Some(certificate) => {
            let key = parameters.key.clone().or_else(|| in_home("postgresql.key")).ok_or_else(|| {
                format!("the certificate {} needs its key: sslkey=FILE", certificate.display())
            })?;
            let (chain, private) = (certificates(&certificate)?, key_from(&key)?);
            builder.with_client_auth_cert(chain, private).map_err(failed)?
        }
    };
    Ok(MakeRustlsConnect::new(config))
}

/// The root certificates to check against; `None` if nothing is checked.
fn roots(
    mode: SslMode,
    parameters: &SslParameters,
    home: Option<&Path>,
) -> Result<Option<RootCertStore>, String> {
    if parameters.root.as_deref() == Some("system") {
        if mode != SslMode::VerifyFull {
            return Err("sslrootcert=system needs sslmode=verify-full: anybody can have a certificate of those authorities".to_owned());
        }
        let mut roots = RootCertStore::empty();
        let (found, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        return if found > 0 {
            Ok(Some(roots))
        } else {
            Err("this system has no root certificates: sslrootcert=FILE".to_owned())
        };
    }
    let usual = home.map(|home| home.join(".postgresql").join("root.crt"));
    let is_required = matches!(mode, SslMode::VerifyCa | SslMode::VerifyFull);
    let file = match (&parameters.root, usual) {
        (Some(named), _) => PathBuf::from(named),
        (None, Some(usual)) if usual.exists() => usual,
        (None, _) if is_required => {
            return Err("sslmode=verify-ca and verify-full need a root certificate: sslrootcert=FILE, or sslrootcert=system with verify-full".to_owned());
        }
        (None, _) => return Ok(None),
    };
    let mut roots = RootCertStore::empty();
    let (found, _) = roots.add_parsable_certificates(certificates(&file)?);
    if found == 0 {
        return Err(format!("there is no root certificate in {}", file.display()));
    }
    Ok(Some(roots))
}

fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let failed = |error| format!("the certificate {} cannot be read: {error}", file.display());
    CertificateDer::pem_file_iter(file).map_err(failed)?.collect::<Result<_, _>>().map_err(failed)
}

/// The key in a file that others cannot read; one of root may be readable by its group, as libpq allows.
fn key_from(file: &Path) -> Result<PrivateKeyDer<'static>, String> {
    let shown = file.display();
    let cannot = |error: &dyn std::fmt::Display| format!("the key {shown} cannot be read: {error}");
    let opened = File::open(file).map_err(|error| cannot(&error))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let metadata = opened.metadata().map_err(|error| cannot(&error))?;
        let forbidden = if metadata.uid() == 0 { 0o037 } else { 0o077 };
        if metadata.mode() & forbidden != 0 {
            return Err(format!("others can read the key {shown}: chmod 600 {shown}"));
        }
    }
    PrivateKeyDer::from_pem_reader(opened).map_err(|error| cannot(&error))
}

/// Checks who issued the certificate, not for which host: `verify-ca`.
#[derive(Debug)]
struct AcceptAnyHost(Arc<WebPkiServerVerifier>);

/// Checks only that the other side has the key of its certificate: the connection is encrypted, but not authenticated.
#[derive(Debug)]
struct AcceptAnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AcceptAnyHost {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match self.0.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now) {
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            result => result,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

impl ServerCertVerifier for AcceptAnyCertificate {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, cert, dss, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, dss, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_key_that_others_can_read_is_refused() {
        let file = std::env::temp_dir().join(format!("trois-sslkey-{}", std::process::id()));
        std::fs::write(&file, "no key").unwrap();
        for (mode, is_private) in
            [(0o644, false), (0o604, false), (0o660, false), (0o600, true), (0o400, true)]
        {
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
            let error = key_from(&file).unwrap_err();
            assert_eq!(!error.contains("chmod 600"), is_private, "{mode:o}: {error}");
        }
        std::fs::remove_file(&file).unwrap();
    }
}
