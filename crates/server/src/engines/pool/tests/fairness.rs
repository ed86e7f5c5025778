//! Clients share the engines: whoever asks for a lot does not keep others waiting.

use std::sync::mpsc;

use tokio::task::JoinHandle;

use super::*;

/// The last byte of the address of the client who asks for a lot, and of one who does not.
const GREEDY: u8 = 66;
const MODEST: u8 = 7;

/// An engine that reports whose jobs it gets, and does each of them when it is told to.
struct OnDemand {
    begun: mpsc::Sender<(ClientKey, JobKind)>,
    next: Arc<std::sync::Mutex<mpsc::Receiver<()>>>,
}

impl Thinker for OnDemand {
    fn think(
        &mut self,
        job: &Job,
        stop: &StopHandle,
        _: OnUpdate,
    ) -> Result<JobResult, EngineError> {
        // The test may be done.
        let _ = self.begun.send((job.client, job.kind.clone()));
        let next = self.next.lock().expect("no panic");
        while !stop.is_stopped() && next.recv_timeout(Duration::from_millis(1)).is_err() {}
        Err(EngineError::NoMove)
    }
}

/// One engine that does a job when `next` is sent.
struct Trial {
    engines: Engines,
    begun: mpsc::Receiver<(ClientKey, JobKind)>,
    next: mpsc::Sender<()>,
}

impl Trial {
    fn new(capacity: Capacity) -> Trial {
        let ((begun_sender, begun), (next, receiver)) = (mpsc::channel(), mpsc::channel());
        let receiver = Arc::new(std::sync::Mutex::new(receiver));
        let factory: Arc<ThinkerFactory> = Arc::new(move || {
            Ok(Box::new(OnDemand { begun: begun_sender.clone(), next: Arc::clone(&receiver) }))
        });
        let engines = Engines::with(1, capacity, SOON, &factory).expect("no memory is needed");
        Trial { engines, begun, next }
    }

    /// Asks, and waits until the pool has the job.
    async fn ask(&self, host: u8, number: u8, kind: JobKind) -> JoinHandle<EngineError> {
        let before = self.engines.load();
        let (engines, job) = (self.engines.clone(), job_of(host, number, kind));
        let asked = tokio::spawn(async move { engines.ask(job).await.expect_err("no move") });
        until(&self.engines, 1, before.waiting + before.busy).await;
        asked
    }

    /// The client and the kind of the next job that is begun; the one before is done.
    async fn next(&self) -> (ClientKey, JobKind) {
        self.next.send(()).expect("the engine is there");
        self.begun().await
    }

    async fn begun(&self) -> (ClientKey, JobKind) {
        let start = Instant::now();
        loop {
            if let Ok(begun) = self.begun.try_recv() {
                return begun;
            }
            assert!(start.elapsed() < SOON, "a job soon");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

fn client(host: u8) -> ClientKey {
    job_of(host, 0, JobKind::Hint).client
}

/// A review, which nothing cuts short.
fn review() -> JobKind {
    JobKind::Review { nodes: 1 }
}

#[tokio::test]
async fn clients_take_turns_whatever_the_number_of_their_jobs() {
    let trial = Trial::new(capacity(16));
    let mut asked = Vec::new();
    for number in 0..6 {
        asked.push(trial.ask(GREEDY, number, review()).await);
    }
    for number in 10..12 {
        asked.push(trial.ask(MODEST, number, review()).await);
    }
    assert_eq!(trial.begun().await.0, client(GREEDY));
    let mut order = Vec::new();
    for _ in 0..4 {
        order.push(trial.next().await.0);
    }
    let [greedy, modest] = [GREEDY, MODEST].map(client);
    assert_eq!(order, [modest, greedy, modest, greedy]);
}

#[tokio::test]
async fn a_client_who_was_just_served_waits_for_one_who_was_not() {
    let trial = Trial::new(capacity(16));
    let mut asked = Vec::new();
    for number in 0..6 {
        asked.push(trial.ask(GREEDY, number, review()).await);
    }
    assert_eq!(trial.begun().await.0, client(GREEDY));
    for number in 10..13 {
        asked.push(trial.ask(MODEST, number, review()).await);
        assert_eq!(trial.next().await.0, client(MODEST), "the newcomer comes first");
        assert_eq!(trial.next().await.0, client(GREEDY), "and then waits for its turn");
    }
}

#[tokio::test]
async fn a_long_search_plays_what_it_has_when_another_client_waits() {
    let trial = Trial::new(capacity(16));
    let long = trial.ask(GREEDY, 1, play(Strength::Full, 0)).await;
    assert_eq!(trial.begun().await.0, client(GREEDY));
    let own = trial.ask(GREEDY, 2, play(Strength::Full, 0)).await;
    let (engines, other) = (trial.engines.clone(), job_of(MODEST, 3, play(Strength::Easy, 0)));
    let _other = tokio::spawn(async move { engines.ask(other).await });
    assert_eq!(trial.begun().await.0, client(MODEST), "before the next job of the other client");
    assert_eq!(timeout(SOON, long).await.expect("soon").expect("no panic"), EngineError::NoMove);
    assert!(!own.is_finished());
}

#[tokio::test]
async fn a_client_fills_its_own_part_of_the_queue_only() {
    let trial = Trial::new(Capacity { total: 3, per_client: 2 });
    let mut asked = Vec::new();
    for number in 0..3 {
        asked.push(trial.ask(GREEDY, number, review()).await);
    }
    let ask = async |host, number| trial.engines.ask(job_of(host, number, review())).await;
    assert_eq!(ask(GREEDY, 9).await, Err(EngineError::Busy));
    for host in 1..4 {
        asked.push(trial.ask(host, 10 + host, review()).await);
    }
    assert_eq!(ask(1, 20).await, Err(EngineError::Busy), "the lane is full, but for newcomers");
    asked.push(trial.ask(MODEST, 30, review()).await);
}

#[tokio::test]
async fn moves_of_one_client_do_not_keep_advice_and_reviews_of_another_waiting_forever() {
    for kind in [JobKind::Hint, review()] {
        let trial = Trial::new(capacity(64));
        let mut asked = Vec::new();
        for number in 0..20 {
            asked.push(trial.ask(GREEDY, number, play(Strength::Easy, 0)).await);
        }
        asked.push(trial.ask(MODEST, 99, kind.clone()).await);
        trial.begun().await;
        let mut passed_over = 0;
        while trial.next().await != (client(MODEST), kind.clone()) {
            passed_over += 1;
        }
        assert!(passed_over < 8, "{kind:?}: {passed_over}");
    }
}
