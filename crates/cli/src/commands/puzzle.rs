//! `trois puzzle`: solves puzzles in the terminal.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use engine::{Engine, Limits, Value};
use puzzles::{Judgement, Puzzle, PuzzleAttempt, PuzzleCollection, PuzzleTheme, collection};
use rules::date::DAY;
use rules::{AnyMove, Lang, Outcome, Say, Viewer};

use crate::args::PuzzleArgs;
use crate::commands::play::prompt::Prompt;
use crate::commands::show::diagram;
use crate::errors::Failure;
use crate::language::say;
use crate::output::{FAINT, HEADING, wrap};

/// How many positions the engine searches to judge a wrong move that may win more slowly.
const JUDGE_NODES: u64 = 200_000;

/// What to do after a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AfterPuzzle {
    Next,
    Quit,
}

pub(crate) fn run(args: &PuzzleArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let lang = args.language.get();
    let collection = collection(args.game);
    let chosen = chosen(args, &collection)?;
    let mut prompt = Prompt::new(out, lang);
    let (mut solved, mut tried) = (0, 0);
    for index in chosen {
        let puzzle = collection.puzzle(index).map_err(|why| Failure::Internal(why.to_string()))?;
        let mut attempt = PuzzleAttempt::new(puzzle);
        prompt.say(heading(index, attempt.puzzle(), &args.game.name().say(lang), lang))?;
        let after = solve_one(&mut attempt, &mut prompt)?;
        tried += usize::from(attempt.is_over());
        solved += usize::from(attempt.is_solved());
        if after == AfterPuzzle::Quit {
            break;
        }
    }
    prompt.say(say!(
        lang,
        fr: "Résolues\u{a0}: {solved} sur {tried}.",
        en: "Solved: {solved} of {tried}."
    ))
}

/// The numbers of the requested puzzles, from 0, in order.
fn chosen(args: &PuzzleArgs, collection: &PuzzleCollection) -> Result<Vec<usize>, Failure> {
    if args.daily {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_millis());
        let daily = collection.daily(now as u64 / DAY);
        return daily.map(|index| vec![index]).ok_or_else(|| {
            Failure::input("There is no puzzle of the day before 1 January 2026: is the clock right?")
        });
    }
    if let Some(theme) = &args.theme {
        let theme: PuzzleTheme =
            theme.parse().map_err(|why| Failure::input(rules::capitalized(&format!("{why}."))))?;
        let found: Vec<usize> = collection.with_theme(theme).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let has = |theme: &&PuzzleTheme| collection.with_theme(**theme).next().is_some();
        let known: Vec<&str> = PuzzleTheme::ALL.iter().filter(has).map(|theme| theme.id()).collect();
        let (id, game) = (theme.id(), collection.kind());
        return Err(Failure::input(format!(
            "{game} has no puzzles with the theme {id}. It has: {}.",
            known.join(", ")
        )));
    }
    let first = args.number.unwrap_or(1);
    if first == 0 || first > collection.len() {
        let last = collection.len();
        return Err(Failure::input(format!("There is no puzzle {first}, only 1 to {last}.")));
    }
    Ok((first - 1..collection.len()).collect())
}

/// The heading of a puzzle.
fn heading(index: usize, puzzle: &Puzzle, game: &str, lang: Lang) -> String {
    let (number, rating, seat) = (index + 1, puzzle.rating, puzzle.solver());
    let task = match puzzle.moves() {
        1 => say!(lang, fr: "Joueur {seat}\u{a0}: gagnez en un coup.", en: "Player {seat}: win in one move."),
        count => {
            say!(lang, fr: "Joueur {seat}\u{a0}: gagnez en {count} coups.", en: "Player {seat}: win in {count} moves.")
        }
    };
    let line = say!(
        lang,
        fr: "{game}, énigme {number} (difficulté {rating})",
        en: "{game}, puzzle {number} (rating {rating})"
    );
    format!("\n{HEADING}{line}{HEADING:#}\n{task}")
}

/// Runs one puzzle until it is over, or until the user asks for the next one or quits.
fn solve_one(attempt: &mut PuzzleAttempt, prompt: &mut Prompt<'_>) -> Result<AfterPuzzle, Failure> {
    let lang = prompt.lang;
    show(attempt, prompt)?;
    while !attempt.is_over() {
        let question = say!(lang, fr: "Votre coup\u{a0}>", en: "Your move >");
        let Some(line) = prompt.ask(question)? else { return Ok(AfterPuzzle::Quit) };
        match line.to_lowercase().as_str() {
            "quit" | "quitter" | "exit" | "q" => return Ok(AfterPuzzle::Quit),
            "next" | "suivant" => return Ok(AfterPuzzle::Next),
            "show" | "voir" => {
                if let Some(mv) = attempt.show() {
                    prompt.say(say!(lang, fr: "C’était {mv}.", en: "It was {mv}."))?;
                    show(attempt, prompt)?;
                }
            }
            "?" | "moves" | "coups" => {
                let mut moves: Vec<String> = attempt.game().moves().iter().map(ToString::to_string).collect();
                moves.sort_unstable();
                prompt.say(wrap(moves.iter().map(String::as_str), 2))?;
            }
            "" | "help" | "aide" => prompt.say(say!(
                lang,
                fr: "Tapez un coup, ? pour les coups permis, voir pour la solution, suivant ou quitter.",
                en: "Type a move, ? for the legal moves, show for the solution, next or quit."
            ))?,
            _ => judge_move(&line, attempt, prompt)?,
        }
    }
    let themes: Vec<String> = attempt.puzzle().themes.iter().map(|theme| theme.name().say(lang)).collect();
    if !themes.is_empty() {
        prompt.say(format!("{FAINT}{}{FAINT:#}", themes.join(" · ")))?;
    }
    Ok(AfterPuzzle::Next)
}

/// Judges a typed move and prints the judgement.
fn judge_move(line: &str, attempt: &mut PuzzleAttempt, prompt: &mut Prompt<'_>) -> Result<(), Failure> {
    let lang = prompt.lang;
    let mv = match attempt.game().parse_move(line) {
        Ok(mv) => mv,
        Err(error) => return prompt.say(error.say(lang)),
    };
    if wins_slowly(attempt, mv) {
        return prompt.say(say!(
            lang,
            fr: "Ce coup gagne aussi, mais moins vite\u{a0}: cherchez le plus rapide.",
            en: "That wins too, but more slowly: look for the faster way."
        ));
    }
    match attempt.answer(mv) {
        Judgement::Solved => {
            show(attempt, prompt)?;
            let praise = if attempt.is_solved() {
                say!(lang, fr: "Bravo, énigme résolue.", en: "Well done: solved.")
            } else {
                say!(lang, fr: "C’est gagné.", en: "That wins.")
            };
            prompt.say(praise)
        }
        Judgement::Right(replies) => {
            let replies: Vec<String> = replies.iter().map(ToString::to_string).collect();
            let replies = replies.join(" ");
            prompt.say(say!(lang, fr: "Oui. Réponse\u{a0}: {replies}", en: "Yes. The reply: {replies}"))?;
            show(attempt, prompt)
        }
        Judgement::Wrong => {
            prompt.say(say!(lang, fr: "Non, il y a mieux.", en: "No, there is a better move."))
        }
        Judgement::Illegal(why) => prompt.say(why.say(lang)),
    }
}

/// Whether the engine proves that a move wins which is not the solution. Such a move does not count.
fn wins_slowly(attempt: &PuzzleAttempt, mv: AnyMove) -> bool {
    let Some(next) = attempt.may_win_slowly(mv) else { return false };
    let Some(seat) = next.turn().seat() else { return false };
    let limits = Limits { nodes: Some(JUDGE_NODES), ..Limits::default() };
    let analysis = Engine::new().think(&next.view(Viewer::Seat(seat)), &limits, &mut ());
    let win = Outcome::Win(attempt.puzzle().solver());
    analysis.is_ok_and(|found| matches!(found.value(), Value::Proven { outcome, .. } if outcome == win))
}

/// Draws the position.
fn show(attempt: &PuzzleAttempt, prompt: &mut Prompt<'_>) -> Result<(), Failure> {
    prompt.say(format!("\n{}\n", diagram(attempt.game())))
}
