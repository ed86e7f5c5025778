//! The web app, which is built into the program.

use axum::Router;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use memory_serve::{CacheControl, load};
use tracing::subscriber::{NoSubscriber, with_default};

use crate::App;

/// The client-side routes of the app. They all get its page.
const PAGES: [&str; 23] = [
    "/g/{id}",
    "/g/{id}/review",
    "/analysis",
    "/study/{id}",
    "/studies",
    "/library",
    "/members",
    "/members/cards",
    "/card",
    "/audit",
    "/server",
    "/editor",
    "/lobby",
    "/lessons",
    "/ratings",
    "/competitions",
    "/competitions/{id}",
    "/competitions/{id}/{part}",
    "/demo",
    "/demo/{id}",
    "/demo/{id}/screen",
    "/simul",
    "/simul/{id}",
];

/// The files of the app. The page is revalidated on every visit; the names of the other files
/// change with their content.
pub(super) fn app() -> Router<App> {
    let files = load!().html_cache_control(CacheControl::NoCache);
    let files = files.enable_gzip(true).enable_brotli(true);
    let files = PAGES.into_iter().fold(files, |files, page| files.add_alias(page, "/index.html"));
    // It would log a line for each file before the server prints its address.
    with_default(NoSubscriber::new(), || files.into_router())
}

/// The page of the app.
pub(super) fn page(status: StatusCode) -> Response {
    (status, Html(include_str!(concat!(env!("OUT_DIR"), "/web/index.html")))).into_response()
}
