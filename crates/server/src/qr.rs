//! Invitations for people with a telephone in hand: a QR code to point it at.

use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};

/// The side of the picture, in pixels; it can be scaled.
const SIDE: u32 = 240;
/// The most bytes of a link that is still easy to scan.
const LONGEST_LINK: usize = 512;

/// A link as a QR code in SVG; none when it is too long to be scanned.
pub fn qr_svg(link: &str) -> Option<String> {
    if link.len() > LONGEST_LINK {
        return None;
    }
    let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
    let mut picture = code.render::<svg::Color>();
    Some(picture.min_dimensions(SIDE, SIDE).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: C7
    #[test]
    fn a_link_becomes_a_picture_of_its_own() {
        let one = qr_svg("http://192.168.1.5:8064/g/Abc123Def4#s3cret").expect("short");
        let other = qr_svg("http://192.168.1.5:8064/g/Abc123Def5#s3cret").expect("short");
        assert!(one.contains("<svg") && one.trim_end().ends_with("</svg>"));
        assert!(!one.contains("<script") && one != other);
    }

    #[test]
    fn a_link_that_nobody_could_scan_is_refused() {
        assert_eq!(qr_svg(&"x".repeat(LONGEST_LINK + 1)), None);
    }
}
