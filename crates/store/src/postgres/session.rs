//! The connection on which a server announces changes, hears of those of others, and holds the
//! locks that say that it runs.
//!
//! It is made anew whenever it is lost, and pinged so that this is noticed. Nothing else uses it,
//! so a hint never waits for a query, nor a move for a hint. While it is lost, nothing fails, but
//! moves reach players on other servers late; so the log says when it is lost, and when it is back.

use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Config, Connection, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::hints::Hints;
use super::servers::{Company, Membership};
use super::{ConnectError, PostgresAddress, connect, tls, unfinished, waiting};
use crate::StoreError;

/// The channel of announcements.
const CHANNEL: &str = "tabiya";
/// The time between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(2);
/// How long to wait before asking again whether a server has started.
const START_INTERVAL: Duration = Duration::from_millis(50);
/// What is said meanwhile. The lock does not tell who has it.
const STARTING: &str =
    "another server is still starting, or the database is being copied; waiting for that";
/// Why a server does not begin after the wait.
const UNFINISHED: &str = "it is a copy that is not finished; run the same `tabiya move-database` \
                          again, or begin with an empty database";
/// A connection that takes longer to answer is lost.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);
/// The delay before a lost connection is made anew, and how long it grows while that fails.
const RETRY_DELAYS: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));
/// A hint that is lost costs nothing but time, so no disk has to confirm an announcement. The
/// session of a computer that has vanished ends within half a minute.
const OPTIONS: &str = "-c synchronous_commit=off -c tcp_keepalives_idle=10 \
                       -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

/// The connection, for as long as this is not dropped.
pub(super) struct Session {
    state: Arc<State>,
    task: JoinHandle<()>,
}

/// How connections are made, what they are for, and the current one.
struct State {
    config: Config,
    tls: MakeRustlsConnect,
    hints: Arc<Hints>,
    /// None while the connection is lost.
    current: Mutex<Option<Arc<Membership>>>,
    /// Whether the process is a server.
    is_serving: AtomicBool,
    /// How often the games of other servers needed care.
    departures: watch::Sender<u64>,
}

/// A connection, and the task that reads from it until it is lost.
struct Link {
    membership: Arc<Membership>,
    notify: Statement,
    reading: JoinHandle<StoreError>,
}

impl Session {
    /// Makes the connection, and keeps it.
    pub(super) async fn start(
        address: &PostgresAddress,
        statement_timeout: Duration,
        hints: Arc<Hints>,
    ) -> Result<Session, ConnectError> {
        let mut config = address.config(statement_timeout);
        let options = [OPTIONS, config.get_options().unwrap_or_default()].join(" ");
        config.options(options.trim_end());
        let tls = tls::connector(&address.verification)?;
        let state = Arc::new(State {
            config,
            tls,
            hints,
            current: Mutex::default(),
            is_serving: AtomicBool::default(),
            departures: watch::Sender::default(),
        });
        let link = state.connect().await?;
        let task = tokio::spawn(run(Arc::clone(&state), link));
        Ok(Session { state, task })
    }

    /// Becomes one of the servers; true when there is no other. Waits while one resumes games.
    pub(super) async fn begin_serving(&self) -> Result<bool, StoreError> {
        let company = waiting::report(STARTING, self.state.join()).await?;
        // The copy that was waited for may have ended before its end.
        if answer(unfinished::is_marked(self.state.current()?.client())).await? {
            return Err(StoreError::Database(UNFINISHED.into()));
        }
        self.state.is_serving.store(true, Ordering::Relaxed);
        Ok(company == Company::None)
    }

    /// Lets other servers begin.
    pub(super) async fn share(&self) -> Result<(), StoreError> {
        answer(self.state.current()?.share()).await
    }

    /// Changes when the games of another server need care.
    pub(super) fn departures(&self) -> watch::Receiver<u64> {
        self.state.departures.subscribe()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.task.abort();
        self.state.set(None);
    }
}

/// Serves one connection after the other, forever.
async fn run(state: Arc<State>, mut link: Link) {
    loop {
        // What others have announced before is lost.
        state.hints.lose();
        let reason = state.serve(link).await;
        tracing::warn!("the connection to other servers is lost, and made anew: {reason}");
        link = state.reconnect().await;
        tracing::info!("the connection to other servers is back");
    }
}

impl State {
    async fn connect(&self) -> Result<Link, ConnectError> {
        let connecting = async {
            let (client, connection) = self.config.connect(self.tls.clone()).await?;
            let reading = tokio::spawn(read(connection, Arc::clone(&self.hints)));
            client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
            let notify = client.prepare("SELECT pg_notify($1, $2)").await?;
            let membership = Membership::new(client, self.hints.server());
            Ok(Link { membership: Arc::new(membership), notify, reading })
        };
        let silent = || ConnectError::Other("PostgreSQL does not answer".into());
        let link = timeout(ANSWER_TIMEOUT, connecting).await.unwrap_or_else(|_| Err(silent()))?;
        self.set(Some(Arc::clone(&link.membership)));
        Ok(link)
    }

    async fn reconnect(&self) -> Link {
        let (mut delay, longest) = RETRY_DELAYS;
        loop {
            sleep(delay).await;
            match self.connect().await {
                Ok(link) => return link,
                Err(_) => delay = (2 * delay).min(longest),
            }
        }
    }

    /// Becomes one of the servers, as soon as none is starting.
    async fn join(&self) -> Result<Company, StoreError> {
        loop {
            match answer(self.current()?.join()).await? {
                Company::Starting => sleep(START_INTERVAL).await,
                company => return Ok(company),
            }
        }
    }

    /// Announces changes and pings, until the connection is lost; why it is.
    async fn serve(&self, mut link: Link) -> StoreError {
        let mut pings = interval(PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let reason = loop {
            let answered = tokio::select! {
                () = self.hints.changed() => self.announce(&link).await,
                _ = pings.tick() => self.ping(&link.membership).await,
                reason = &mut link.reading => break reason.unwrap_or_else(|_| closed()),
            };
            if let Err(error) = answered {
                break error;
            }
        };
        self.set(None);
        link.reading.abort();
        reason
    }

    /// Asks for an answer. A server keeps its locks by that.
    async fn ping(&self, membership: &Membership) -> Result<(), StoreError> {
        if !self.is_serving.load(Ordering::Relaxed) {
            return answer(membership.client().batch_execute("SELECT 'ping'")).await;
        }
        let kept = answer(membership.keep()).await?;
        self.hints.note_running(&kept.running);
        if kept.needs_care {
            // It may have stored something without announcing it.
            self.hints.announce_anything();
            self.departures.send_modify(|count| *count += 1);
        }
        Ok(())
    }

    /// Announces all that has changed.
    async fn announce(&self, link: &Link) -> Result<(), StoreError> {
        while let Some(announcement) = self.hints.take() {
            let parameters: [&(dyn ToSql + Sync); 2] = [&CHANNEL, &announcement.payload];
            let sent = link.membership.client().execute(&link.notify, &parameters);
            if let Err(error) = answer(sent).await {
                self.hints.put_back(announcement);
                return Err(error);
            }
        }
        Ok(())
    }

    fn current(&self) -> Result<Arc<Membership>, StoreError> {
        let current = self.slot().clone();
        current.ok_or_else(|| StoreError::Database("PostgreSQL cannot be reached".into()))
    }

    fn set(&self, membership: Option<Arc<Membership>>) {
        *self.slot() = membership;
    }

    /// A panic cannot leave the slot half changed, so a poisoned lock is fine.
    fn slot(&self) -> MutexGuard<'_, Option<Arc<Membership>>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads from a connection until it is lost, and passes announcements on; why it is lost.
async fn read<S, T>(mut connection: Connection<S, T>, hints: Arc<Hints>) -> StoreError
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
        match message {
            Ok(AsyncMessage::Notification(sent)) if sent.channel() == CHANNEL => {
                hints.receive(sent.payload());
            }
            Ok(_) => {}
            Err(error) => return error.into(),
        }
    }
    closed()
}

fn closed() -> StoreError {
    StoreError::Database("PostgreSQL has closed it".into())
}

/// Waits for an answer, but not for long.
async fn answer<T>(
    asked: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, StoreError> {
    let silent = || StoreError::Database("PostgreSQL does not answer".into());
    let answered = timeout(ANSWER_TIMEOUT, asked).await.map_err(|_| silent())?;
    answered.map_err(|error| StoreError::Database(connect::describe(&error)))
}
