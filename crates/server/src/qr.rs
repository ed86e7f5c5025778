//! QR codes of invitations.

use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};

/// The minimum size of the image in pixels.
const SIDE: u32 = 240;
/// The maximum length of a link that is easy to scan, in bytes.
const MAX_LINK: usize = 512;

/// A link as a QR code in SVG; none when it is too long to be scanned.
pub fn qr_svg(link: &str) -> Option<String> {
    if link.len() > MAX_LINK {
        return None;
    }
    let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
    let mut image = code.render::<svg::Color>();
    Some(image.min_dimensions(SIDE, SIDE).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: C7
    #[test]
    fn every_link_has_its_own_code() {
        let one = qr_svg("http://192.168.1.5:8064/g/Abc123Def4#s3cret").expect("short");
        let other = qr_svg("http://192.168.1.5:8064/g/Abc123Def5#s3cret").expect("short");
        assert!(one.contains("<svg") && one.trim_end().ends_with("</svg>"));
        assert!(!one.contains("<script") && one != other);
    }

    #[test]
    fn a_link_that_is_too_long_has_no_code() {
        assert_eq!(qr_svg(&"x".repeat(MAX_LINK + 1)), None);
    }
}
