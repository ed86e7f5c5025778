//! The server's end of a simulated connection, in the place of a WebSocket.

use std::cell::RefCell;
use std::convert::Infallible;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use axum::extract::ws::Message;
use futures_util::{Sink, Stream};
use tokio::sync::mpsc;

use super::network::LinkId;
use super::world::World;

/// The server's end of a connection.
pub(super) struct SimulatedSocket {
    pub(super) link: LinkId,
    pub(super) incoming: mpsc::UnboundedReceiver<Message>,
    pub(super) world: Rc<RefCell<World>>,
}

impl Stream for SimulatedSocket {
    type Item = Result<Message, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Option<Self::Item>> {
        self.incoming.poll_recv(context).map(|message| message.map(Ok))
    }
}

impl Sink<Message> for SimulatedSocket {
    type Error = Infallible;

    fn poll_ready(self: Pin<&mut Self>, context: &mut Context) -> Poll<Result<(), Infallible>> {
        let mut world = self.world.borrow_mut();
        if world.network.poll_send(self.link, context.waker()) {
            Poll::Ready(Ok(()))
        } else {
            Poll::Pending
        }
    }

    fn start_send(self: Pin<&mut Self>, message: Message) -> Result<(), Infallible> {
        self.world.borrow_mut().server_sends(self.link, message);
        Ok(())
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }
}
