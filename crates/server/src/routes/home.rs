//! The page at the root, for as long as no web app is built in.

use axum::response::Html;

/// Links to the API.
pub(super) async fn page() -> Html<&'static str> {
    Html(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Tabiya</title>\n\
         <h1>Tabiya</h1>\n<p>The server runs. The web app is not built in yet.</p>\n\
         <p>What programs can ask for is described in \
         <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p>\n</html>\n",
    )
}
