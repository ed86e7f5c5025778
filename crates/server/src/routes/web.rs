//! The web app, which is built into the program.

use axum::Router;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use memory_serve::{CacheControl, load};
use tracing::subscriber::{NoSubscriber, with_default};

use crate::App;

/// Addresses that the app reads by itself. They all get its page.
const PAGES: [&str; 8] = [
    "/g/{id}",
    "/g/{id}/review",
    "/analysis",
    "/study/{id}",
    "/studies",
    "/library",
    "/members",
    "/editor",
];

/// The files of the app. Its page is asked for anew each time, by its tag; what the page names
/// changes its name when it changes.
pub(super) fn app() -> Router<App> {
    let files = load!().html_cache_control(CacheControl::NoCache);
    let files = files.enable_gzip(true).enable_brotli(true);
    let files = PAGES.into_iter().fold(files, |files, page| files.add_alias(page, "/index.html"));
    // It would log a line for each file, before the server can say where it is.
    with_default(NoSubscriber::new(), || files.into_router())
}

/// The page of the app.
pub(super) fn page(status: StatusCode) -> Response {
    (status, Html(include_str!(concat!(env!("OUT_DIR"), "/web/index.html")))).into_response()
}
