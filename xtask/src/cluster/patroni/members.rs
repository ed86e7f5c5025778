//! What Patroni says about the nodes.

use std::net::SocketAddr;
use std::time::Duration;

use hyper::Method;
use serde::Deserialize;
use tokio::time::{sleep, timeout};

use super::POLL_INTERVAL;
use crate::client::ApiClient;

/// A stopped node accepts connections and does not answer.
const ANSWER_TIME: Duration = Duration::from_secs(1);

/// The nodes as one of them sees them.
#[derive(Debug, Deserialize)]
pub(crate) struct Members {
    members: Vec<Member>,
}

#[derive(Debug, Deserialize)]
struct Member {
    name: String,
    role: String,
    state: String,
}

impl Members {
    /// Asks a node, if it answers.
    pub(crate) async fn ask(port: u16) -> Option<Members> {
        serde_json::from_slice(&get(port, "/cluster").await?).ok()
    }

    /// The primary, when the given number of nodes run and one is a synchronous standby.
    pub(crate) fn complete(&self, count: usize) -> Option<usize> {
        let running = self.members.iter().filter(|member| member.is_running()).count();
        let is_synchronous = |member: &Member| member.is_running() && member.role == "sync_standby";
        (running == count && self.members.iter().any(is_synchronous)).then(|| self.primary())?
    }

    /// The primary, unless it is this node.
    pub(crate) fn primary_other_than(&self, number: usize) -> Option<usize> {
        self.primary().filter(|primary| *primary != number)
    }

    /// The primary.
    pub(crate) fn primary(&self) -> Option<usize> {
        let primary = self.members.iter().find(|member| member.role == "leader")?;
        primary.is_running().then(|| primary.number())?
    }
}

/// Waits until etcd has agreed with itself on a version, before which no Patroni can start.
pub(crate) async fn until_etcd_is_ready(port: u16) {
    let is_undecided = |body: Vec<u8>| String::from_utf8_lossy(&body).contains("not_decided");
    while get(port, "/version").await.is_none_or(is_undecided) {
        sleep(POLL_INTERVAL).await;
    }
}

/// What a program on a loopback port answers, if it does.
async fn get(port: u16, path: &str) -> Option<Vec<u8>> {
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let asked = async {
        let mut client = ApiClient::connect(address).await?;
        client.request(Method::GET, path, Vec::new()).await
    };
    let (_, body) = timeout(ANSWER_TIME, asked).await.ok()?.ok()?;
    Some(body.to_vec())
}

impl Member {
    /// Later versions of Patroni say of a standby that it is streaming.
    fn is_running(&self) -> bool {
        ["running", "streaming"].contains(&self.state.as_str())
    }

    fn number(&self) -> Option<usize> {
        self.name.strip_prefix(super::node::NAME)?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(of: [(&str, &str); 3]) -> Members {
        let member = |(number, (role, state)): (usize, (&str, &str))| Member {
            name: format!("node-{number}"),
            role: role.to_owned(),
            state: state.to_owned(),
        };
        Members { members: of.into_iter().enumerate().map(member).collect() }
    }

    #[test]
    fn a_cluster_is_complete_with_a_primary_and_a_synchronous_standby() {
        let (replica, standby) = (("replica", "running"), ("sync_standby", "streaming"));
        let leader = ("leader", "running");
        for (of, complete) in [
            ([replica, leader, standby], Some(1)),
            ([replica, leader, replica], None),
            ([replica, standby, replica], None),
            ([("replica", "starting"), leader, standby], None),
            ([replica, ("leader", "stopped"), standby], None),
        ] {
            assert_eq!(members(of).complete(3), complete, "{of:?}");
        }
        let members = members([replica, leader, standby]);
        assert_eq!([0, 1].map(|node| members.primary_other_than(node)), [Some(1), None]);
    }
}
