//! Fits the weights of Super Morpion's evaluation to games that the engine played against itself.
//!
//! ```text
//! super_fit play GAMES NODES SEED TIEBREAK >> games.txt     one line a position: result, what the search said, position
//! super_fit fit TIEBREAK ROUNDS < games.txt > weights.txt   logistic regression, from the weights in use
//! ```
//!
//! The target of each position is the mean of the result of its game and of the value of the search. Positions in which
//! the player to move can win a board at once are left out, since the search resolves those.

#![allow(clippy::unwrap_used, reason = "a broken experiment should stop at once")]

use std::io::BufRead;

use engine::{Engine, Limits, Value};
use rules::grid::{LINE_CELLS, completing};
use rules::super_morpion::{Options, Tiebreak};
use rules::{AnyGame, AnyMove, Game, Outcome, Rng, Seat, SuperMorpion, Viewer};

#[path = "../src/knowledge/super_morpion/features.rs"]
#[allow(dead_code, reason = "the engine uses more of it")]
mod features;
#[path = "../src/knowledge/super_morpion/weights.rs"]
mod weights;

use features::{CLASSES, KIND, LINE_KIND, SITUATIONS, Situation, class, losses};
use weights::Weights;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let tiebreak = |text: &str| if text == "draw" { Tiebreak::Draw } else { Tiebreak::Majority };
    match args[0].as_str() {
        "play" => {
            let numbers: Vec<u64> = args[1..4].iter().map(|arg| arg.parse().unwrap()).collect();
            for game in 0..numbers[0] {
                play(numbers[1], numbers[2] * 1_000_000 + game, tiebreak(&args[4]));
            }
        }
        _ => fit(tiebreak(&args[1]), args[2].parse().unwrap()),
    }
}

/// Plays one game and prints its positions.
fn play(nodes: u64, seed: u64, tiebreak: Tiebreak) {
    let mut rng = Rng::new(seed);
    let mut game = SuperMorpion::new(Options::new(tiebreak));
    let mut engine = Engine::new();
    let mut seen = Vec::new();
    let opening = 2 + rng.below(11);
    let mut plies = 0;
    while let Some(seat) = game.to_move() {
        let is_random = plies < opening || rng.below(25) == 0;
        plies += 1;
        if is_random {
            let mv = game.random_move(&mut rng, &mut Vec::new()).unwrap();
            game.play_unchecked(mv);
            continue;
        }
        let view = AnyGame::from(game).view(Viewer::Seat(seat));
        let limits =
            Limits { nodes: Some(nodes / 2 + u64::from(rng.below(nodes as u32))), ..Limits::default() };
        let analysis = engine.think(&view, &limits, &mut ()).unwrap();
        seen.push((game, analysis.value()));
        let AnyMove::Super(mv) = analysis.chosen else { unreachable!() };
        game.play_unchecked(mv);
    }
    let result = match game.turn().outcome().unwrap() {
        Outcome::Win(Seat::ONE) => 1.0,
        Outcome::Win(_) => 0.0,
        Outcome::Draw => 0.5,
    };
    for (game, value) in seen {
        let share = match value {
            Value::Proven { outcome: Outcome::Draw, .. } => 0.5,
            value => value.share(Seat::ONE, 2),
        };
        println!("{result} {share:.3} {game}");
    }
}

/// A position as input of the evaluation, from the side of the first player.
struct Sample {
    target: f32,
    /// For each board its classes for both players, or the owner of a closed one.
    boards: [Board; 9],
    closed: usize,
    /// 1 if the first player moves, else -1.
    sign: f32,
    /// The class of the board to which the player is sent; `None` for a free choice.
    sent: Option<usize>,
    situation: [usize; 4],
}

#[derive(Clone, Copy)]
enum Board {
    Open(usize, usize),
    Won,
    Lost,
    Drawn,
}

fn read(line: &str) -> Option<Sample> {
    let mut words = line.splitn(3, ' ');
    let result: f32 = words.next()?.parse().ok()?;
    let share: f32 = words.next()?.parse().ok()?;
    let game: SuperMorpion = words.next()?.parse().ok()?;
    let seat = game.to_move()?;
    let completing = |seat: Seat, board: usize| completing(game.marks(seat, board)) & game.empty(board);
    let open = |board: &usize| game.open() >> board & 1 != 0;
    if (0..9).filter(|board| game.playable() >> board & 1 != 0).any(|board| completing(seat, board) != 0) {
        return None;
    }
    let boards = std::array::from_fn(|board| {
        if open(&board) {
            let [one, two] = [Seat::ONE, Seat::TWO].map(|seat| game.marks(seat, board));
            Board::Open(class(one, two), class(two, one))
        } else if game.won(Seat::ONE) >> board & 1 != 0 {
            Board::Won
        } else if game.won(Seat::TWO) >> board & 1 != 0 {
            Board::Lost
        } else {
            Board::Drawn
        }
    });
    let winnable = |seat: Seat| {
        (0..9).filter(open).filter(|&board| completing(seat, board) != 0).map(|board| 1 << board).sum::<u16>()
    };
    let sent = game.sent().map(|board| class(game.marks(seat, board), game.marks(seat.other(), board)));
    let situation = Situation {
        open: game.open(),
        won: [game.won(seat), game.won(seat.other())],
        winnable: [winnable(seat), winnable(seat.other())],
        sent: game.sent().map(|board| (board, game.empty(board))),
    };
    let situation = situation.features(sent.map_or(0, losses));
    let closed = 9 - game.open().count_ones() as usize;
    let sign = if seat == Seat::ONE { 1.0 } else { -1.0 };
    Some(Sample { target: 0.5 * result + 0.5 * share, boards, closed, sign, sent, situation })
}

const BOARD: usize = 0;
const HELD: usize = CLASSES;
const SENT: usize = 2 * CLASSES;
const PLACE: usize = 3 * CLASSES;
const LINE: usize = PLACE + 30;
const SITUATION: usize = LINE + 30;
const ALL_WEIGHTS: usize = SITUATION + SITUATIONS;

/// The log-odds of a position for the first player. Adds the derivative by each weight, times `slope`, to `gradient`.
fn model(w: &[f32], s: &Sample, gradient: Option<(&mut [f32], f32)>) -> f32 {
    let worth = |board: Board| match board {
        Board::Open(one, two) => w[BOARD + one] - w[BOARD + two],
        Board::Won => 1.0,
        Board::Lost => -1.0,
        Board::Drawn => 0.0,
    };
    let held = |board: Board| match board {
        Board::Open(one, two) => [w[HELD + one], w[HELD + two]],
        Board::Won => [1.0, 0.0],
        Board::Lost => [0.0, 1.0],
        Board::Drawn => [0.0, 0.0],
    };
    let mut value = 0.0;
    for (board, kind) in s.boards.iter().zip(KIND) {
        value += w[PLACE + kind * 10 + s.closed] * worth(*board);
    }
    let h: [[f32; 2]; 9] = s.boards.map(held);
    for (line, [a, b, c]) in LINE_CELLS.iter().enumerate() {
        let [a, b, c] = [h[*a], h[*b], h[*c]];
        value += w[LINE + LINE_KIND[line] * 10 + s.closed] * (a[0] * b[0] * c[0] - a[1] * b[1] * c[1]);
    }
    if let Some(class) = s.sent {
        value += s.sign * w[SENT + class];
    }
    for feature in s.situation {
        value += s.sign * w[SITUATION + feature];
    }
    let Some((g, slope)) = gradient else { return value };
    for (&board, kind) in s.boards.iter().zip(KIND) {
        let place = PLACE + kind * 10 + s.closed;
        g[place] += slope * worth(board);
        if let Board::Open(one, two) = board {
            g[BOARD + one] += slope * w[place];
            g[BOARD + two] -= slope * w[place];
        }
    }
    for (line, places) in LINE_CELLS.iter().enumerate() {
        let kind = LINE + LINE_KIND[line] * 10 + s.closed;
        let [a, b, c] = places.map(|place| h[place]);
        g[kind] += slope * (a[0] * b[0] * c[0] - a[1] * b[1] * c[1]);
        for i in 0..3 {
            if let Board::Open(one, two) = s.boards[places[i]] {
                let (x, y) = (h[places[(i + 1) % 3]], h[places[(i + 2) % 3]]);
                g[HELD + one] += slope * w[kind] * x[0] * y[0];
                g[HELD + two] -= slope * w[kind] * x[1] * y[1];
            }
        }
    }
    if let Some(class) = s.sent {
        g[SENT + class] += slope * s.sign;
    }
    for feature in s.situation {
        g[SITUATION + feature] += slope * s.sign;
    }
    value
}

fn fit(tiebreak: Tiebreak, rounds: usize) {
    let samples: Vec<Sample> =
        std::io::stdin().lock().lines().filter_map(|line| read(&line.unwrap())).collect();
    let start = match tiebreak {
        Tiebreak::Majority => &weights::MAJORITY,
        Tiebreak::Draw => &weights::DRAW,
    };
    let mut w = flat(start);
    let prior = w.clone();
    let (mut first, mut second) = (vec![0.0f32; ALL_WEIGHTS], vec![0.0f32; ALL_WEIGHTS]);
    let (train, test): (Vec<_>, Vec<_>) = samples.iter().enumerate().partition(|(n, _)| n / 1000 % 20 != 0);
    let loss = |w: &[f32], samples: &[(usize, &Sample)]| {
        let one = |s: &Sample| {
            let p = 1.0 / (1.0 + (-model(w, s, None)).exp());
            let p = p.clamp(1e-5, 1.0 - 1e-5);
            f64::from(-s.target * p.ln() - (1.0 - s.target) * (1.0 - p).ln())
        };
        samples.iter().map(|(_, s)| one(s)).sum::<f64>() / samples.len() as f64
    };
    eprintln!("{} positions, {:.5} {:.5}", samples.len(), loss(&w, &train), loss(&w, &test));
    let mut rng = Rng::new(1);
    let mut order: Vec<usize> = (0..train.len()).collect();
    let mut step = 0;
    for round in 0..rounds {
        rng.shuffle(&mut order);
        let rate = 0.01 * (1.0 - round as f32 / rounds as f32) + 0.0003;
        for batch in order.chunks(1024) {
            step += 1;
            let mut g = vec![0.0; ALL_WEIGHTS];
            for &n in batch {
                let s = train[n].1;
                let p = 1.0 / (1.0 + (-model(&w, s, None)).exp());
                model(&w, s, Some((&mut g, (p - s.target) / batch.len() as f32)));
            }
            for i in 0..ALL_WEIGHTS {
                // Weights of rare features stay near their initial values.
                g[i] += 2e-6 * (w[i] - prior[i]);
                first[i] = 0.9 * first[i] + 0.1 * g[i];
                second[i] = 0.999 * second[i] + 0.001 * g[i] * g[i];
                let (m, v) = (first[i] / (1.0 - 0.9f32.powi(step)), second[i] / (1.0 - 0.999f32.powi(step)));
                w[i] -= rate * m / (v.sqrt() + 1e-8);
            }
            for held in &mut w[HELD..SENT] {
                *held = held.clamp(0.0, 1.5);
            }
        }
        eprintln!("{round}: {:.5} {:.5}", loss(&w, &train), loss(&w, &test));
    }
    print(&w, tiebreak);
}

/// All weights in one list, in units of log-odds.
fn flat(weights: &Weights) -> Vec<f32> {
    let points = |values: &[i16]| values.iter().map(|&value| f32::from(value) / 400.0).collect::<Vec<f32>>();
    let worths = |values: &[i16]| values.iter().map(|&value| f32::from(value) / 1000.0).collect::<Vec<f32>>();
    let mut w = worths(&weights.board);
    w.extend(worths(&weights.held));
    w.extend(points(&weights.sent));
    for kind in &weights.place {
        w.extend(points(kind));
    }
    for kind in &weights.line {
        w.extend(points(kind));
    }
    w.extend(points(&weights.situation));
    w
}

fn print(w: &[f32], tiebreak: Tiebreak) {
    let list = |from: usize, count: usize, unit: f32| {
        let texts: Vec<String> = w[from..from + count].iter().map(|w| format!("{:.0}", w * unit)).collect();
        format!("[{}]", texts.join(", "))
    };
    let name = if tiebreak == Tiebreak::Majority { "MAJORITY" } else { "DRAW" };
    println!("pub(super) static {name}: Weights = Weights {{");
    println!("board: {},", list(BOARD, CLASSES, 1000.0));
    println!("held: {},", list(HELD, CLASSES, 1000.0));
    println!(
        "place: [{}, {}, {}],",
        list(PLACE, 10, 400.0),
        list(PLACE + 10, 10, 400.0),
        list(PLACE + 20, 10, 400.0)
    );
    println!(
        "line: [{}, {}, {}],",
        list(LINE, 10, 400.0),
        list(LINE + 10, 10, 400.0),
        list(LINE + 20, 10, 400.0)
    );
    println!("sent: {},", list(SENT, CLASSES, 400.0));
    println!("situation: {},", list(SITUATION, SITUATIONS, 400.0));
    println!("}};");
}
