//! Puzzles: the puzzle of the day, training by theme, failed ones, rush, links and pictures, offline use, and error
//! messages.

use std::time::{SystemTime, UNIX_EPOCH};

use puzzles::{Puzzle, PuzzleCollection, PuzzleId, PuzzleTheme, collection};
use rules::date::DAY;
use rules::{AnyMove, Kind};

use crate::harness::{Page, browse};

/// Today, in days since 1970.
fn today() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64 / DAY
}

/// The id of the puzzle on the board, which must differ from the one before.
async fn shown(page: &Page, before: Option<PuzzleId>) -> PuzzleId {
    let before = before.map(|id| id.to_string()).unwrap_or_default();
    page.wait_until(
        &format!("const id = document.querySelector('[data-puzzle]')?.dataset.puzzle; return !!id && id !== {before:?}"),
        "there is no other puzzle",
    )
    .await;
    let id: String = page.run("return document.querySelector('[data-puzzle]').dataset.puzzle").await;
    id.parse().unwrap()
}

/// The puzzle on the board, with its number.
async fn puzzle(page: &Page, collection: &PuzzleCollection) -> (usize, Puzzle) {
    let index = collection.find(shown(page, None).await).unwrap();
    (index, collection.puzzle(index).unwrap())
}

/// Makes a move by touches, once a move is wanted.
async fn play(page: &Page, game: &rules::AnyGame, mv: AnyMove) {
    page.wait_for("[data-live]").await;
    for &spot in &boards::touch_paths(game, mv)[0] {
        page.touch(spot).await;
    }
}

/// Solves a puzzle from its beginning.
async fn solve(page: &Page, puzzle: &Puzzle) {
    let mut game = puzzle.start.clone();
    for &mv in &puzzle.line {
        if game.turn().seat() == Some(puzzle.solver()) {
            play(page, &game, mv).await;
        }
        game.play(mv).unwrap();
    }
}

/// Makes a legal move that does not win.
async fn play_wrong(page: &Page, puzzle: &Puzzle) {
    let wrong = |mv: &AnyMove| {
        let mut attempt = puzzles::PuzzleAttempt::new(puzzle.clone());
        attempt.answer(*mv) == puzzles::Judgement::Wrong
    };
    let mv = puzzle.start.moves().into_iter().find(wrong).unwrap();
    play(page, &puzzle.start, mv).await;
}

#[test]
fn the_puzzle_of_the_day_is_that_of_the_date_and_counts_once_solved() {
    browse(async |page| {
        let collection = collection(Kind::Super);
        let before = collection.daily(today()).unwrap();
        page.open("/puzzles/super").await;
        let (index, puzzle) = puzzle(page, &collection).await;
        assert!([before, collection.daily(today()).unwrap()].contains(&index), "{index} is not today's");
        let told: String = page
            .run_async(
                "const done = arguments[arguments.length - 1];
                fetch('/api/puzzle/daily?game=super').then((got) => got.json()).then((got) => done(got.id));",
            )
            .await;
        assert_eq!(told, collection.id(index).unwrap().to_string(), "the server says another");
        page.wait_for_text("h2", "Puzzle of the day").await;
        page.wait_for_text(".task", "Win in").await;
        assert_eq!(page.axe().await, [""; 0]);
        solve(page, &puzzle).await;
        page.wait_for_text(".praise", "Well done").await;
        page.wait_for_text(".rating-change", "Your rating: ").await;
        page.wait_for_text(".figures", "1 (best: 1)").await;
        assert_eq!(page.axe().await, [""; 0]);
        page.open("/puzzles").await;
        page.wait_for_text(".games", "✓ Puzzle of the day solved.").await;
        page.wait_for_text(".games", "Your rating: 1").await;
    });
}

#[test]
fn puzzles_of_every_game_are_solved_by_touch() {
    browse(async |page| {
        for &kind in Kind::ALL {
            let collection = collection(kind);
            // The hardest one has the most moves.
            for index in [0, collection.len() - 1] {
                page.open(&format!("/puzzles/{kind}/{}", collection.id(index).unwrap())).await;
                let (found, puzzle) = puzzle(page, &collection).await;
                assert_eq!(found, index);
                solve(page, &puzzle).await;
                page.wait_for_text(".praise", "Well done").await;
            }
        }
    });
}

#[test]
fn a_wrong_move_is_reported_and_the_puzzle_stays_in_the_failed_ones_until_it_is_solved() {
    browse(async |page| {
        let collection = collection(Kind::Doh);
        page.open("/puzzles/doh?training").await;
        let (_, first) = puzzle(page, &collection).await;
        play_wrong(page, &first).await;
        page.wait_for_text(".comment", "Not that one: there is a better move. Try again").await;
        page.wait_for_text(".rating-change", "(−").await;
        solve(page, &first).await;
        page.wait_for_text(".lesson-side", "That wins. You will find this puzzle again").await;
        let id = shown(page, None).await;
        page.press_button("Next").await;
        shown(page, Some(id)).await;
        page.press_button("Missed (1)").await;
        page.wait_for_text("h2", "Missed puzzle").await;
        assert_eq!(shown(page, None).await, id);
        solve(page, &first).await;
        page.wait_for_text(".praise", "Well done").await;
        page.wait_until_gone(".rating-change").await;
        page.press_button("Next").await;
        page.wait_for_text(".notice", "you have no missed puzzles left").await;
        page.wait_for_text("h2", "Puzzle ").await;
    });
}

#[test]
fn a_move_that_wins_more_slowly_is_reported_and_does_not_count() {
    browse(async |page| {
        let position = "1M2M1S/1S2M1M2S/2L1S.2M2L/1M2S1M2S/2M2L1L 011/000 1/1 2";
        let collection = collection(Kind::Fives);
        let starts_there = |puzzle: &Puzzle| puzzle.start.to_string().starts_with(position);
        let index =
            (0..collection.len()).find(|&index| collection.puzzle(index).is_ok_and(|it| starts_there(&it)));
        let id = collection.id(index.expect("the puzzle is in the collection")).unwrap();
        page.open(&format!("/puzzles/fives/{id}")).await;
        let (_, puzzle) = puzzle(page, &collection).await;
        play(page, &puzzle.start, puzzle.start.parse_move("a1=a2").unwrap()).await;
        page.wait_for_text(".comment", "That wins too, but more slowly: look for the faster way.").await;
        page.click(".language").await;
        page.wait_for_text(".comment", "Ce coup gagne aussi, mais moins vite").await;
        page.click(".language").await;
        page.wait_until_gone(".rating-change").await;
        solve(page, &puzzle).await;
        page.wait_for_text(".praise", "Well done").await;
        page.wait_for_text(".rating-change", "(+").await;
    });
}

#[test]
fn the_solution_is_shown_and_the_puzzle_counts_as_not_solved() {
    browse(async |page| {
        let collection = collection(Kind::Super);
        let index =
            (0..collection.len()).find(|&index| collection.puzzle(index).unwrap().moves() == 3).unwrap();
        page.open(&format!("/puzzles/super/{}", collection.id(index).unwrap())).await;
        let (_, puzzle) = puzzle(page, &collection).await;
        page.press_button("Show me").await;
        let moves: Vec<String> = puzzle.line.iter().map(ToString::to_string).collect();
        page.wait_for_text(".comment", &format!("Here is the solution: {}.", moves.join(" "))).await;
        page.wait_for_text(".rating-change", "(−").await;
        // At the end, its last move is on the board.
        page.wait_for("[data-over]").await;
        page.wait_for_text(".puzzle-sets", "Missed (1)").await;
        page.press_button("Start over").await;
        solve(page, &puzzle).await;
        page.wait_for_text(".praise", "Well done").await;
    });
}

#[test]
fn a_chosen_theme_stays_for_the_next_puzzles() {
    browse(async |page| {
        let collection = collection(Kind::Doh);
        page.open("/puzzles/doh").await;
        let mut id = shown(page, None).await;
        page.choose(".themes select", "nest").await;
        for _ in 0..3 {
            page.wait_until("return location.search === '?theme=nest'", "the address has no theme").await;
            let (_, puzzle) = puzzle(page, &collection).await;
            assert!(puzzle.themes.contains(&PuzzleTheme::Nest), "{puzzle}");
            assert_eq!(page.value(".themes select").await, "nest");
            id =
                collection.find(shown(page, None).await).and_then(|index| collection.id(index)).unwrap_or(id);
            page.press_button("Show me").await;
            page.wait_for("[data-over]").await;
            page.wait_for_text(".lesson-side .facts", "Nesting").await;
            page.press_button("Next").await;
            shown(page, Some(id)).await;
        }
        page.reload().await;
        let (_, puzzle) = puzzle(page, &collection).await;
        assert!(puzzle.themes.contains(&PuzzleTheme::Nest), "{puzzle}");
    });
}

#[test]
fn a_rush_counts_what_is_solved_and_ends_with_the_third_mistake() {
    browse(async |page| {
        let collection = collection(Kind::Morpion);
        page.open("/puzzles/morpion").await;
        page.press_button("Rush").await;
        page.press_button("Start").await;
        let mut id = None;
        for is_solved in [true, true, false, true, false, false] {
            let next = shown(page, id).await;
            let puzzle = collection.puzzle(collection.find(next).unwrap()).unwrap();
            if is_solved {
                solve(page, &puzzle).await;
            } else {
                play_wrong(page, &puzzle).await;
            }
            id = Some(next);
        }
        page.wait_for_text(".rush-result", "3 puzzles solved. Your best so far!").await;
        // Nothing is left to stop.
        page.wait_until_gone(".lesson-nav button").await;
        assert_eq!(page.axe().await, [""; 0]);
        page.wait_for_text(".puzzle-sets", "Missed (3)").await;
        page.wait_for_text(".figures", "1000 ± 350").await;
        page.press_button("Play again").await;
        page.wait_for_text(".rush .clock", ":").await;
        page.press_button("Stop").await;
        page.wait_for_text(".rush-result", "No puzzles solved.").await;
        page.click(".language").await;
        page.wait_for_text(".rush-result", "Aucune énigme résolue.").await;
    });
}

#[test]
fn a_streak_continues_until_the_first_mistake_and_the_best_one_is_saved() {
    browse(async |page| {
        let collection = collection(Kind::Morpion);
        page.open("/puzzles/morpion?streak").await;
        page.wait_for_text(".lesson", "with no time limit. The first mistake ends it.").await;
        page.press_button("Start").await;
        let (mut id, mut last) = (None, 0);
        for is_solved in [true, true, false] {
            let next = shown(page, id).await;
            let index = collection.find(next).unwrap();
            assert!(index >= last, "the next one is not easier");
            let puzzle = collection.puzzle(index).unwrap();
            if is_solved {
                solve(page, &puzzle).await;
            } else {
                play_wrong(page, &puzzle).await;
            }
            (id, last) = (Some(next), index);
        }
        page.wait_for_text(".comment", "Not that one: your streak ends here.").await;
        page.wait_for_text(".rush-result", "2 puzzles solved. Your best so far!").await;
        page.wait_until_gone(".rush .clock").await;
        page.wait_until_gone(".lesson-nav button").await;
        assert_eq!(page.axe().await, [""; 0]);
        page.wait_for_text(".lesson", "The one you missed is waiting under “Missed”.").await;
        page.wait_for_text(".puzzle-sets", "Missed (1)").await;
        page.wait_for_text(".figures", "1000 ± 350").await;
        page.reload().await;
        page.wait_until(
            "return [...document.querySelectorAll('.figures div')].some((one) => one.textContent === 'Best streak2')",
            "the best streak is not kept",
        )
        .await;
        page.click(".language").await;
        page.wait_for_text("h2", "Sans faute").await;
        page.wait_for_text(".lesson", "À la première erreur, c’est fini.").await;
        assert_eq!(page.english_words().await, [""; 0]);
    });
}

/// Of the task, the board and the answer to a move, those that are not on the screen above the buttons.
const OUT_OF_SIGHT: &str = "
    const buttons = document.querySelector('.lesson-nav').getBoundingClientRect();
    return ['.lesson', '.board', '.comment'].filter((css) => {
        const box = document.querySelector(css)?.getBoundingClientRect();
        return box && (scrollY > 0 || box.top < 0 || box.bottom > buttons.top + 1);
    });";

#[test]
fn the_task_the_board_and_the_answer_to_a_move_are_on_a_screen_of_320_by_640() {
    browse(async |page| {
        page.resize(320, 640).await;
        for &kind in Kind::ALL {
            page.open(&format!("/puzzles/{kind}")).await;
            page.wait_for("[data-live]").await;
            assert_eq!(page.run::<Vec<String>>(OUT_OF_SIGHT).await, [""; 0], "{kind}");
            let (_, puzzle) = puzzle(page, &collection(kind)).await;
            play_wrong(page, &puzzle).await;
            page.wait_for(".comment").await;
            assert_eq!(page.run::<Vec<String>>(OUT_OF_SIGHT).await, [""; 0], "{kind} after a mistake");
        }
    });
}

#[test]
fn the_letters_on_every_board_have_10_pixels_on_a_screen_of_320_by_640() {
    browse(async |page| {
        page.resize(320, 640).await;
        let smallest = "return Math.min(...[...document.querySelectorAll('.board text')].map((text) =>
            parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))";
        for &kind in Kind::ALL.iter().filter(|&&kind| kind != Kind::Morpion) {
            page.open(&format!("/puzzles/{kind}")).await;
            page.wait_for("[data-live] .board text").await;
            let pixels: f64 = page.run(smallest).await;
            assert!(pixels >= 10.0, "{kind}: letters of {pixels} pixels");
        }
    });
}

#[test]
fn a_rush_ends_when_its_three_minutes_are_over() {
    browse(async |page| {
        page.inject("const real = Date.now; window.later = 0; Date.now = () => real() + window.later;").await;
        let collection = collection(Kind::Morpion);
        page.open("/puzzles/morpion?rush").await;
        page.press_button("Start").await;
        let (_, puzzle) = puzzle(page, &collection).await;
        page.wait_for_text(".rush .clock", ":").await;
        solve(page, &puzzle).await;
        page.wait_for_text(".rush .solved", "✓ 1").await;
        let () = page.run("window.later = 180_000").await;
        page.wait_for_text(".rush-result", "One puzzle solved.").await;
        page.wait_until_gone("[data-live]").await;
    });
}

#[test]
fn a_puzzle_is_shared_as_a_link_and_as_a_picture() {
    browse(async |page| {
        let collection = collection(Kind::Fives);
        page.open("/puzzles/fives?training").await;
        let id = shown(page, None).await;
        page.click(".share summary").await;
        let link = page.value(".share input.link").await;
        assert_eq!(link, format!("{}/puzzles/fives/{id}", page.origin()));
        page.press_button("PNG image").await;
        assert!(page.downloaded("png").await.starts_with(b"\x89PNG"));
        page.click(".more-files summary").await;
        page.press_button("SVG image").await;
        assert!(page.downloaded("svg").await.starts_with(b"<svg"));
        let has_film = "return document.querySelector('.share').textContent.includes('GIF')";
        assert!(!page.run::<bool>(has_film).await, "the film gives the solution away");
        let stranger = page.fresh_browser().await;
        stranger.open(link.strip_prefix(page.origin()).unwrap()).await;
        assert_eq!(shown(&stranger, None).await, id);
        let (_, puzzle) = puzzle(&stranger, &collection).await;
        solve(&stranger, &puzzle).await;
        stranger.wait_for_text(".praise", "Well done").await;
        stranger.click(".share summary").await;
        stranger.press_button("Animated GIF").await;
        assert!(stranger.downloaded("gif").await.starts_with(b"GIF89a"));
        stranger.close().await;
    });
}

#[test]
fn puzzles_work_offline_in_french() {
    browse(async |page| {
        page.inject("try { localStorage.setItem('trois.settings', 'lang=fr\\n') } catch {}").await;
        page.open("/").await;
        page.wait_until_cached().await;
        page.stop_server();
        let collection = collection(Kind::Cards);
        page.open(&format!("/puzzles/cards/{}", collection.id(7).unwrap())).await;
        let (index, puzzle) = puzzle(page, &collection).await;
        assert_eq!(index, 7);
        assert_eq!(page.english_words().await, [""; 0]);
        solve(page, &puzzle).await;
        page.wait_for_text(".praise", "Bravo, c’est la solution").await;
        page.open("/puzzles").await;
        page.wait_for_text("h1", "Une énigme par jour").await;
    });
}

/// Replaces the text of the puzzles by what `answer` makes of it, until `window.isGood` is true.
fn with_file(answer: &str) -> String {
    format!(
        "const real = window.fetch; window.isGood = false;
        window.fetch = async (path, ...rest) => {{
            if (window.isGood || !String(path).endsWith('/puzzles/doh.txt')) return real(path, ...rest);
            const text = await (await real(path, ...rest)).text();
            return new Response(({answer})(text), {{ headers: {{ 'Content-Type': 'text/plain' }} }});
        }};"
    )
}

const FILE_TROUBLE: &str = "The puzzle file is incomplete or from another version. Try again";

#[test]
fn a_truncated_file_or_one_of_another_version_is_reported_and_can_be_fetched_again() {
    for (answer, words) in [
        ("(text) => text.slice(0, 20_000)", FILE_TROUBLE),
        ("(text) => text.replace('puzzles 1', 'puzzles 9')", FILE_TROUBLE),
        ("() => 'What?'", FILE_TROUBLE),
        ("() => { throw new Error() }", "The puzzles could not be loaded. Check your connection"),
    ] {
        browse(async |page| {
            page.inject(&with_file(answer)).await;
            page.open("/puzzles/doh").await;
            page.wait_for_text("main .refusal", words).await;
            assert_eq!(page.axe().await, [""; 0]);
            let () = page.run("window.isGood = true").await;
            page.press_button("Try again").await;
            shown(page, None).await;
            page.wait_until_gone("main .refusal").await;
        });
    }
}

#[test]
fn an_unknown_id_or_theme_or_an_early_date_is_reported_and_another_puzzle_is_shown() {
    browse(async |page| {
        for (path, words) in [
            ("/puzzles/super/zzzzzzz", "There is no puzzle “zzzzzzz” here"),
            ("/puzzles/super/what", "There is no puzzle “what” here"),
            ("/puzzles/super?theme=what", "This game has no puzzles with the theme “what”"),
            ("/puzzles/super?theme=nest", "This game has no puzzles with the theme “nest”"),
            ("/puzzles/super?failed", "You have no missed puzzles."),
        ] {
            page.open(path).await;
            page.wait_for_text(".notice", words).await;
            shown(page, None).await;
        }
        page.open("/puzzles/chess").await;
        page.wait_for_text("h1", "Page not found").await;
        page.inject("Date.now = () => Date.UTC(2025, 11, 31)").await;
        page.open("/puzzles/super").await;
        page.wait_for_text(".notice", "The first puzzle of the day was on 1 January 2026").await;
        shown(page, None).await;
    });
}

#[test]
fn puzzles_are_found_from_home_from_every_page_and_at_the_end_of_a_course() {
    browse(async |page| {
        page.open("/").await;
        page.click_path("//li[contains(., 'Tic-tac-toe')]//p//a[. = 'Puzzles']").await;
        page.wait_for_text("h1", "Puzzles · ").await;
        shown(page, None).await;
        page.click_path("//nav//a[contains(., 'Puzzles')]").await;
        page.wait_for_text("h1", "A puzzle a day").await;
        let course = lessons::course(Kind::Morpion);
        page.open("/learn/morpion").await;
        page.click(&format!(".steps li:nth-child({}) button", course.steps.len() + course.puzzles.len()))
            .await;
        page.follow("More puzzles").await;
        page.wait_for_text("h1", "Puzzles · Tic-tac-toe").await;
        shown(page, None).await;
    });
}

#[test]
fn the_collection_is_a_file_with_its_licence() {
    browse(async |page| {
        page.open("/puzzles/doh").await;
        let address: String =
            page.run("return document.querySelector('a[download]').getAttribute('href')").await;
        let (licence, text): (String, String) = page
            .run_async(&format!(
                "const done = arguments[arguments.length - 1];
                fetch('{address}').then(async (got) => done([got.headers.get('Link'), await got.text()]));"
            ))
            .await;
        assert_eq!(text, puzzles::collection_text(Kind::Doh));
        assert!(
            licence.contains("licenses/MIT>; rel=\"license\"") && licence.contains("Apache-2.0"),
            "{licence}"
        );
    });
}
