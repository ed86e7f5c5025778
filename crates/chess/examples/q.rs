fn main() {
    let a = std::env::args().nth(1).unwrap();
    let fen = std::env::args()
        .nth(2)
        .unwrap_or("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".into());
    let p: chess::Position = fen.parse().unwrap();
    if a == "play" {
        println!("{}", chess::perft::count_by_playing(&p, 4));
    } else {
        for _ in 0..10 {
            println!("{}", chess::perft::count(&p, 4));
        }
    }
}
