//! A review as text for people.

use std::io::Write;

use review::{MistakeGrade, Review, ReviewedMove, story};
use rules::record::RecordedPlayer;
use rules::{AnyMove, Lang, Say, Seat};

use super::curve;
use crate::errors::Failure;
use crate::language::say;
use crate::output::{FAINT, HEADING, NAME};
use crate::thinking::value_words;

/// Returns the label of a seat in lists: "Cross · Anne".
type Labels<'l> = &'l dyn Fn(Seat) -> String;

pub(super) fn write(review: &Review, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let kind = review.record.start().kind();
    let player = |seat: Seat| review.record.player(seat);
    let label = |seat: Seat| {
        let title = kind.seat(seat).title(lang);
        let player = player(seat).and_then(|player| player.label(lang));
        player.map_or_else(|| title.clone(), |player| format!("{title} · {player}"))
    };
    let seats = (0..review.record.start().seats()).map(Seat::from_index);
    let engines = seats.filter(|&seat| matches!(player(seat), Some(RecordedPlayer::Engine(_)))).count();
    let noun = |seat: Seat| match player(seat) {
        Some(RecordedPlayer::Named(name)) => name,
        Some(RecordedPlayer::Engine(_)) if engines == 1 => say!(lang, fr: "le moteur", en: "the engine"),
        _ => kind.seat(seat).side.get(lang).to_owned(),
    };
    let moves = review.moves.len();
    let s = if moves == 1 { "" } else { "s" };
    let heading = say!(lang, fr: "{moves} coup{s}", en: "{moves} move{s}");
    writeln!(out, "{HEADING}{}, {heading}{HEADING:#}\n", kind.name().say(lang))?;
    players(review, &label, lang, out)?;
    writeln!(out)?;
    curves(review, &label, lang, out)?;
    for point in &review.turning_points {
        writeln!(out, "{}", story::turning_point(point, &noun, lang))?;
    }
    match review.decision {
        Some(decision) => writeln!(out, "{}", story::decision(decision, &noun, lang))?,
        None => writeln!(out, "{}", story::undecided(review.record.result().is_some(), lang))?,
    }
    let mut heading = Some(say!(lang, fr: "Erreurs", en: "Mistakes"));
    for mv in review.mistakes() {
        if let Some(heading) = heading.take() {
            writeln!(out, "\n{HEADING}{heading}{HEADING:#}")?;
        }
        mistake(mv, review.record.start().seats(), &label, lang, out)?;
    }
    Ok(())
}

fn players(review: &Review, label: Labels<'_>, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let heading = say!(lang, fr: "Précision", en: "Accuracy");
    writeln!(out, "{HEADING}{heading}{HEADING:#}")?;
    for player in &review.players {
        let (title, accuracy) = (label(player.seat), story::player(player, lang));
        let exact = say!(lang, fr: " (exacte)", en: " (exact)");
        let exact = if player.accuracy.is_some_and(|known| known.is_exact) { exact } else { String::new() };
        let mistakes =
            story::mistakes(player, lang).map_or_else(String::new, |mistakes| format!("  {mistakes}"));
        writeln!(out, "  {title}  {NAME}{accuracy}{NAME:#}{exact}{mistakes}")?;
    }
    for player in &review.players {
        if let Some(sentence) = story::stand_in(player, &label(player.seat), lang) {
            writeln!(out, "{sentence}")?;
        }
    }
    Ok(())
}

fn curves(review: &Review, label: Labels<'_>, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let seats = review.record.start().seats();
    for seat in (0..if seats == 2 { 1 } else { seats }).map(Seat::from_index) {
        let title = label(seat);
        let heading = say!(lang, fr: "Chances\u{a0}: {title}", en: "Chances: {title}");
        writeln!(out, "{HEADING}{heading}{HEADING:#}")?;
        for row in curve::rows(review, seat) {
            writeln!(out, "  {row}")?;
        }
    }
    writeln!(out)?;
    Ok(())
}

/// One mistake: what was played, what was better, and why.
fn mistake(
    mv: &ReviewedMove,
    seats: u8,
    label: Labels<'_>,
    lang: Lang,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (number, title, played) = (mv.number, label(mv.seat), mv.mv);
    let mark = mv.grade.map_or("", MistakeGrade::mark);
    let words = |value: Option<engine::Value>| {
        value.map_or_else(String::new, |value| value_words(&value, mv.seat, seats, lang))
    };
    let (before, after) = (words(mv.before), words(mv.after));
    writeln!(out, "{number}. {NAME}{played}{mark}{NAME:#}  {title}  {before} → {after}")?;
    let better = line(&mv.better);
    writeln!(out, "{FAINT}   {}{FAINT:#}", say!(lang, fr: "mieux\u{a0}: {better}", en: "better: {better}"))?;
    if !mv.refutation.is_empty() {
        let why = line(&mv.refutation);
        writeln!(out, "{FAINT}   {}{FAINT:#}", say!(lang, fr: "car\u{a0}: {why}", en: "because: {why}"))?;
    }
    Ok(())
}

fn line(moves: &[AnyMove]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
