//! The settings of etcd, Patroni and `HAProxy`. `deploy/` has the same for operators, with the time
//! limits of real networks instead of these short ones.

use std::path::Path;

use super::path_text;

/// The seconds without a sign of life after which a primary is replaced.
pub(crate) const TTL_S: u32 = 10;
/// How often each Patroni checks its state, in seconds.
pub(crate) const LOOP_WAIT_S: u32 = 2;
/// How long Patroni repeats what etcd or `PostgreSQL` does not answer, in seconds. A primary that
/// cannot reach etcd must have stepped down before another one is elected.
const RETRY_TIMEOUT_S: u32 = (TTL_S - LOOP_WAIT_S) / 2;
/// The password of all users, in a private directory.
pub(crate) const PASSWORD: &str = "only-for-tests";

/// What the settings of a node depend on.
pub(crate) struct NodePlan<'a> {
    pub(crate) name: &'a str,
    pub(crate) directory: &'a Path,
    pub(crate) binaries: &'a Path,
    pub(crate) ports: Ports,
    /// etcd as this node reaches it.
    pub(crate) etcd: u16,
    /// The ports by which others reach the node.
    pub(crate) public: Ports,
}

/// The ports of a node.
#[derive(Clone, Copy)]
pub(crate) struct Ports {
    pub(crate) postgres: u16,
    pub(crate) rest: u16,
}

/// The arguments of etcd.
pub(crate) fn etcd(directory: &Path, port: u16, peer: u16) -> Vec<String> {
    let (client, peer) = (format!("http://127.0.0.1:{port}"), format!("http://127.0.0.1:{peer}"));
    let data = path_text(&directory.join("etcd"));
    let options = [
        ("--data-dir", data),
        ("--listen-client-urls", client.clone()),
        ("--advertise-client-urls", client),
        ("--listen-peer-urls", peer.clone()),
        ("--initial-advertise-peer-urls", peer.clone()),
        ("--initial-cluster", format!("default={peer}")),
        ("--logger", "zap".to_owned()),
    ];
    options.into_iter().flat_map(|(option, value)| [option.to_owned(), value]).collect()
}

/// The settings of Patroni. A primary whose `PostgreSQL` has died is replaced at once, not started
/// again. Patroni must not ask etcd for its real address, and go around the proxy.
pub(crate) fn patroni(plan: &NodePlan) -> String {
    let NodePlan { name, etcd, ports, public, .. } = plan;
    let directory = plan.directory.display();
    let binaries = plan.binaries.display();
    format!(
        r"scope: tabiya
name: {name}
restapi:
  listen: 127.0.0.1:{rest}
  connect_address: 127.0.0.1:{public_rest}
etcd3:
  hosts: 127.0.0.1:{etcd}
  use_proxies: true
bootstrap:
  dcs:
    ttl: {TTL_S}
    loop_wait: {LOOP_WAIT_S}
    retry_timeout: {RETRY_TIMEOUT_S}
    synchronous_mode: true
    synchronous_mode_strict: true
    primary_start_timeout: 0
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 200
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
postgresql:
  listen: 127.0.0.1:{postgres}
  connect_address: 127.0.0.1:{public_postgres}
  use_unix_socket: true
  data_dir: {directory}/data
  bin_dir: {binaries}
  pgpass: {directory}/pgpass
  authentication:
    superuser: {{username: postgres, password: {PASSWORD}}}
    replication: {{username: replicator, password: {PASSWORD}}}
    rewind: {{username: rewinder, password: {PASSWORD}}}
  parameters:
    unix_socket_directories: {directory}
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication replicator 127.0.0.1/32 scram-sha-256
",
        rest = ports.rest,
        public_rest = public.rest,
        postgres = ports.postgres,
        public_postgres = public.postgres,
    )
}

/// The settings of `HAProxy`. Connections to a node that is no longer the primary are cut.
pub(crate) fn haproxy(port: u16, nodes: &[Ports]) -> String {
    let server = |(number, node): (usize, &Ports)| {
        let Ports { postgres, rest } = node;
        format!("    server node-{number} 127.0.0.1:{postgres} check port {rest}\n")
    };
    let servers: String = nodes.iter().enumerate().map(server).collect();
    format!(
        "defaults
    mode tcp
    timeout connect 2s
    timeout check 2s
    timeout client 1h
    timeout server 1h
listen primary
    bind 127.0.0.1:{port}
    option httpchk GET /primary
    http-check expect status 200
    default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
{servers}"
    )
}
