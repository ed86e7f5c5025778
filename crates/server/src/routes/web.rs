//! The web app, which is built into the program.

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{Html, IntoResponse, Response};
use memory_serve::{CacheControl, load};
use tracing::subscriber::{NoSubscriber, with_default};

use crate::App;

/// The client-side routes of the app. They all get its page.
const PAGES: [&str; 24] = [
    "/g/{id}",
    "/g/{id}/review",
    "/g/{id}/screen",
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

/// Files whose names change with their content. All others are revalidated on every visit: the page,
/// the service worker, the manifest and its icons.
const HASHED: &str = "/assets/";

/// The files of the app.
pub(super) fn app() -> Router<App> {
    let files = load!().html_cache_control(CacheControl::NoCache);
    let files = files.enable_gzip(true).enable_brotli(true);
    let files = PAGES.into_iter().fold(files, |files, page| files.add_alias(page, "/index.html"));
    // It would log a line for each file before the server prints its address.
    let routes = with_default(NoSubscriber::new(), || files.into_router());
    routes.layer(from_fn(revalidate))
}

/// Has browsers ask whether a file has changed, unless its name would.
async fn revalidate(request: Request, next: Next) -> Response {
    let is_hashed = request.uri().path().starts_with(HASHED);
    let mut response = next.run(request).await;
    if !is_hashed {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    }
    response
}

/// The page of the app.
pub(super) fn page(status: StatusCode) -> Response {
    (status, Html(include_str!(concat!(env!("OUT_DIR"), "/web/index.html")))).into_response()
}
