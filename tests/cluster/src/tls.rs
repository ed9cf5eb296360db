//! A cluster that accepts TCP connections only with TLS and a password, and its standby, to which a test can fail over.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Cluster, run};

/// The password of the user `trois`.
const PASSWORD: &str = "a pass:word\\";

/// Who may connect: this process over the socket of the file system, and others over TLS with the password.
const ACCESS: &str = "local all all trust\nlocal replication all trust\nhostssl all trois 127.0.0.1/32 scram-sha-256\n\
    hostnossl all all 127.0.0.1/32 reject\nhost replication trois 127.0.0.1/32 trust\n";

/// A cluster whose certificate is for `localhost` and comes from its own authority.
#[derive(Debug)]
pub struct TlsCluster {
    /// The cluster, which can be stopped, frozen and restarted.
    pub cluster: Cluster,
    port: u16,
}

impl TlsCluster {
    /// Creates a cluster with certificates and starts it.
    ///
    /// # Panics
    ///
    /// If PostgreSQL or OpenSSL is missing.
    pub fn start() -> TlsCluster {
        let (mut cluster, port) = (Cluster::start(), free_port());
        cluster.stop();
        make_certificates(&cluster);
        fs::write(cluster.data().join("pg_hba.conf"), ACCESS).unwrap();
        let certificates = cluster.folder.display();
        cluster.settings = format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c ssl=on -c ssl_cert_file={certificates}/server.crt -c ssl_key_file={certificates}/server.key"
        );
        cluster.start_again();
        let cluster = TlsCluster { cluster, port };
        cluster.sql(&format!("ALTER USER trois PASSWORD '{PASSWORD}'"));
        cluster
    }

    /// Creates a standby of this cluster, with the same certificate, which confirms every commit.
    pub fn standby(&self) -> TlsCluster {
        let port = free_port();
        let mut standby = Cluster::prepare(String::new());
        let mut copy = standby.program("pg_basebackup");
        copy.args(["-U", "trois", "-R", "-c", "fast", "-h"]).arg(&self.cluster.folder);
        copy.args(["-p", &self.port.to_string(), "-D"]).arg(standby.data());
        run(&mut copy);
        standby.settings =
            self.cluster.settings.replace(&format!("port={}", self.port), &format!("port={port}"));
        standby.start_again();
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
        self.sql("SELECT pg_reload_conf()");
        TlsCluster { cluster: standby, port }
    }

    /// Restarts the cluster without TLS; it then accepts all connections unencrypted.
    pub fn turn_tls_off(&mut self) {
        self.cluster.stop();
        fs::write(
            self.cluster.data().join("pg_hba.conf"),
            "local all all trust\nhost all all 127.0.0.1/32 trust\n",
        )
        .unwrap();
        self.cluster.settings = self.cluster.settings.replace("ssl=on", "ssl=off");
        self.cluster.start_again();
    }

    /// Makes a standby the primary.
    pub fn promote(&self) {
        let mut promote = self.cluster.program("pg_ctl");
        run(promote.arg("-D").arg(self.cluster.data()).args(["-w", "promote"]));
        self.sql("ALTER SYSTEM RESET synchronous_standby_names");
        self.sql("SELECT pg_reload_conf()");
    }

    /// The address of this cluster's database `postgres` with the password, at this host name and with these parameters.
    pub fn url(&self, host: &str, parameters: &str) -> String {
        let password = "a%20pass%3Aword%5C";
        format!("postgresql://trois:{password}@{host}:{}/postgres?{parameters}", self.port)
    }

    /// The port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The password of the user `trois`.
    pub fn password(&self) -> &'static str {
        PASSWORD
    }

    /// The file with the certificate of the authority.
    pub fn authority(&self) -> PathBuf {
        self.cluster.folder.join("ca.crt")
    }

    /// The file with the certificate of an authority that has signed nothing.
    pub fn other_authority(&self) -> PathBuf {
        self.cluster.folder.join("other.crt")
    }

    /// Runs SQL in the database and returns what `psql` prints.
    pub fn sql(&self, sql: &str) -> String {
        let folder = self.cluster.folder.display().to_string().replace('/', "%2F");
        self.cluster.sql(&format!("postgresql://trois@{folder}:{}/postgres", self.port), sql)
    }
}

/// Creates two authorities, and a certificate for `localhost` signed by the first.
fn make_certificates(cluster: &Cluster) {
    let folder = &cluster.folder;
    let openssl = |arguments: &str| {
        let mut command = crate::as_user(cluster.user.as_ref(), Path::new("openssl"));
        run(command.current_dir(folder).args(arguments.split(' ')));
    };
    for name in ["ca", "other"] {
        openssl(&format!(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN={name} -keyout {name}.key -out {name}.crt"
        ));
    }
    openssl(
        "req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -keyout server.key -out server.csr",
    );
    fs::write(folder.join("extensions"), "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n")
        .unwrap();
    openssl(
        "x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile extensions -out server.crt",
    );
    run(Command::new("chmod").arg("600").arg(folder.join("server.key")));
}

/// A port on which nothing listens.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
