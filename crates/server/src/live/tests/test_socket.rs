//! A socket without a network: what one end sends is there at once.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::extract::ws::Message;
use futures_util::{Sink, Stream};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The server's end.
pub(in crate::live) struct TestSocket {
    incoming: UnboundedReceiver<Message>,
    outgoing: UnboundedSender<Message>,
}

/// The client's end.
pub(in crate::live) struct TestClient {
    incoming: UnboundedReceiver<Message>,
    outgoing: UnboundedSender<Message>,
}

impl TestSocket {
    pub(in crate::live) fn new() -> (TestSocket, TestClient) {
        let (to_server, from_client) = unbounded_channel();
        let (to_client, from_server) = unbounded_channel();
        let socket = TestSocket { incoming: from_client, outgoing: to_client };
        (socket, TestClient { incoming: from_server, outgoing: to_server })
    }
}

impl TestClient {
    pub(in crate::live) fn send(&self, message: &Value) {
        self.send_frame(Message::Text(message.to_string().into()));
    }

    pub(in crate::live) fn send_frame(&self, frame: Message) {
        self.outgoing.send(frame).expect("an open socket");
    }

    /// The next acknowledgment or error.
    pub(in crate::live) async fn answer(&mut self) -> Value {
        self.next_of(&["ack", "error"]).await
    }

    /// The next message of one of these types.
    pub(in crate::live) async fn next_of(&mut self, types: &[&str]) -> Value {
        loop {
            let message = self.incoming.recv().await.expect("an answer");
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if types.iter().any(|kind| message["type"] == *kind) {
                return message;
            }
        }
    }
}

impl Stream for TestSocket {
    type Item = Result<Message, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Option<Self::Item>> {
        self.incoming.poll_recv(context).map(|message| message.map(Ok))
    }
}

impl Sink<Message> for TestSocket {
    type Error = Infallible;

    fn poll_ready(self: Pin<&mut Self>, _: &mut Context) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn start_send(self: Pin<&mut Self>, message: Message) -> Result<(), Infallible> {
        // A client that is gone does not matter.
        let _ = self.outgoing.send(message);
        Ok(())
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }
}
