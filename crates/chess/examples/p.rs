use std::time::Instant;
fn cozy(b: &cozy_chess::Board, d: u32) -> u64 {
    let mut n = 0;
    if d == 1 {
        b.generate_moves(|m| {
            n += m.len() as u64;
            false
        });
        return n;
    }
    b.generate_moves(|ms| {
        for m in ms {
            let mut c = b.clone();
            c.play_unchecked(m);
            n += cozy(&c, d - 1);
        }
        false
    });
    n
}
use shakmaty::Position as _;
fn shak(p: &shakmaty::Chess, d: u32) -> u64 {
    if d == 0 {
        return 1;
    }
    let mut n = 0;
    if d == 1 {
        for m in p.legal_moves() {
            let mut c = p.clone();
            c.play_unchecked(m);
            std::hint::black_box(&c);
            n += 1;
        }
        return n;
    }
    for m in p.legal_moves() {
        let mut c = p.clone();
        c.play_unchecked(m);
        n += shak(&c, d - 1);
    }
    n
}
fn main() {
    let only = std::env::args().nth(1);
    let mut geo = (0.0, 0);
    for (fen, d) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ] {
        let p: chess::Position = fen.parse().unwrap();
        if only.is_some() {
            println!("{}", chess::perft::count(&p, d));
            continue;
        }
        let b: cozy_chess::Board = fen.parse().unwrap();
        let (mut best, mut bestc, mut bestn) = (f64::MAX, f64::MAX, f64::MAX);
        let mut n = 0;
        for _ in 0..40 {
            let t = Instant::now();
            n = chess::perft::count(&p, d);
            best = best.min(t.elapsed().as_secs_f64());
            let t = Instant::now();
            assert_eq!(n, cozy(&b, d));
            bestc = bestc.min(t.elapsed().as_secs_f64());
        }
        let sp: shakmaty::Chess = fen
            .parse::<shakmaty::fen::Fen>()
            .unwrap()
            .into_position(shakmaty::CastlingMode::Standard)
            .unwrap();
        let mut bests = f64::MAX;
        for _ in 0..40 {
            let t = Instant::now();
            chess::perft::count_by_playing(&p, d - 1);
            bestn = bestn.min(t.elapsed().as_secs_f64());
            let t = Instant::now();
            shak(&sp, d - 1);
            bests = bests.min(t.elapsed().as_secs_f64());
        }
        println!(
            "{n} {:.0} Mnps cozy {:.0} ratio {:.3}  playing {:.1} vs shak {:.2}",
            n as f64 / best / 1e6,
            n as f64 / bestc / 1e6,
            bestc / best,
            chess::perft::count(&p, d - 1) as f64 / bestn / 1e6,
            bests / bestn
        );
        geo = (geo.0 + (bestc / best).ln(), geo.1 + 1);
    }
    println!("geo {:.3}", (geo.0 / geo.1 as f64).exp());
}
