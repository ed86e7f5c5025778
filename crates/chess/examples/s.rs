use shakmaty::Position as _;
use std::time::Instant;
fn main() {
    let mut seed = 12345u64;
    let mut rng = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let mut ours = vec![];
    let mut theirs = vec![];
    for _ in 0..200 {
        let mut p = chess::Position::default();
        for _ in 0..100 {
            let ms = p.legal_moves();
            if ms.is_empty() {
                break;
            }
            let m = ms[rng() as usize % ms.len()];
            let s: shakmaty::Chess = p
                .to_string()
                .parse::<shakmaty::fen::Fen>()
                .unwrap()
                .into_position(shakmaty::CastlingMode::Standard)
                .unwrap();
            let sm = m
                .uci(chess::CastlingMode::Standard)
                .parse::<shakmaty::uci::UciMove>()
                .unwrap()
                .to_move(&s)
                .unwrap();
            let a = p.san(m).to_string();
            let b = shakmaty::san::SanPlus::from_move(s.clone(), sm).to_string();
            assert_eq!(a, b);
            ours.push((p, m, a));
            theirs.push((s, sm, b));
            p = p.play_unchecked(m);
        }
    }
    let n = ours.len() as f64;
    let cozy: Vec<cozy_chess::Board> =
        ours.iter().map(|(p, _, _)| p.to_string().parse().unwrap()).collect();
    let mut t = [f64::MAX; 10];
    for _ in 0..60 {
        let s = Instant::now();
        for (p, m, _) in &ours {
            std::hint::black_box(p.san(*m));
        }
        t[0] = t[0].min(s.elapsed().as_secs_f64());
        let s = Instant::now();
        for (p, m, _) in &theirs {
            std::hint::black_box(shakmaty::san::SanPlus::from_move(p.clone(), *m));
        }
        t[1] = t[1].min(s.elapsed().as_secs_f64());
        let s = Instant::now();
        for (p, _, a) in &ours {
            std::hint::black_box(p.parse_san(a).unwrap());
        }
        t[2] = t[2].min(s.elapsed().as_secs_f64());
        let s = Instant::now();
        for (p, _, a) in &theirs {
            std::hint::black_box(a.parse::<shakmaty::san::San>().unwrap().to_move(p).unwrap());
        }
        t[3] = t[3].min(s.elapsed().as_secs_f64());
        let s = Instant::now();
        for (p, m, _) in &ours {
            std::hint::black_box(p.is_legal(*m));
        }
        t[4] = t[4].min(s.elapsed().as_secs_f64());
        let s = Instant::now();
        for (p, _, _) in &ours {
            std::hint::black_box(p.legal_moves());
        }
        t[5] = t[5].min(s.elapsed().as_secs_f64());
        let s = Instant::now();
        for (p, _, _) in &ours {
            std::hint::black_box(p.is_check());
        }
        t[6] = t[6].min(s.elapsed().as_secs_f64());
        let s = Instant::now();
        for (p, _, _) in &ours {
            std::hint::black_box(p.count_moves());
        }
        t[7] = t[7].min(s.elapsed().as_secs_f64());
        let s = Instant::now();
        for (p, _, _) in &theirs {
            std::hint::black_box(p.legal_moves());
        }
        t[8] = t[8].min(s.elapsed().as_secs_f64());
        let s = Instant::now();
        for p in &cozy {
            let mut v: Vec<cozy_chess::Move> = Vec::with_capacity(64);
            p.generate_moves(|ms| {
                v.extend(ms);
                false
            });
            std::hint::black_box(v);
        }
        t[9] = t[9].min(s.elapsed().as_secs_f64());
    }
    for (name, x) in [
        "san write",
        "shak write",
        "san read",
        "shak read",
        "is_legal",
        "legal_moves",
        "is_check",
        "count",
        "shak legal",
        "cozy list",
    ]
    .iter()
    .zip(t)
    {
        println!("{name} {:.1} ns", x / n * 1e9);
    }
}
