//! The lobby, the archive and the games saved on this device.

use rules::Kind;
use serde_json::json;

use crate::harness::{Page, browse};

/// Stores settings before the app starts.
async fn choose(page: &Page, settings: &str) {
    page.inject(&format!("try {{ localStorage.setItem('trois.settings', {settings:?}) }} catch {{}}")).await;
}

/// Opens a listed table by a quick game and waits for an opponent there.
async fn quick_game(page: &Page, name: &str, game: &str) {
    page.open("/online").await;
    page.pick_name(name).await;
    page.press("\t").await;
    page.click_path(&format!("//tr[contains(., {game:?})]//td[2]/button")).await;
    page.wait_for_text(".waiting", &format!("{name} (you)")).await;
}

#[test]
fn the_lobby_shows_open_tables_and_games_to_watch_with_pictures_and_who_is_here() {
    browse(async |anne| {
        let (luc, eve) = (anne.fresh_browser().await, anne.fresh_browser().await);
        eve.open("/online").await;
        quick_game(anne, "Anne", "Tic-tac-toe").await;
        // A waiting table shows the empty board, drawn by the page.
        eve.wait_for(".tables .table-card svg.picture").await;
        eve.wait_for_text(".who", "Anne").await;
        luc.open("/online").await;
        luc.click(".tables a").await;
        luc.pick_name("Luc").await;
        luc.click_path("//button[normalize-space(.) = 'Play']").await;
        anne.wait_for(".tools").await;
        // The game is offered to watch, with its current position.
        eve.wait_for(".tables .table-card img[src*='ply=0']").await;
        let first = if anne.is_on_turn().await { &*anne } else { &luc };
        first.touch("p4".parse().unwrap()).await;
        eve.wait_for(".tables .table-card img[src*='ply=1']").await;
        eve.wait_until(
            "const picture = document.querySelector('.tables img'); return picture.complete && picture.naturalWidth > 0",
            "the picture is not loaded",
        )
        .await;
        eve.wait_for_text(".who", "Luc").await;
        // Those who play it find it among their own games, and nowhere else.
        anne.open("/online").await;
        anne.wait_for_text(".tables", "Against Luc").await;
        anne.wait_for_text(".who", "Luc").await;
        assert!(!anne.text(".who").await.contains("Anne"), "the reader is listed among the others");
        assert!(!anne.text("main").await.contains("Games to watch"), "one’s own game is offered to watch");
        eve.click(".tables .table-card").await;
        eve.wait_for_moves(1).await;
        luc.close_without_errors().await;
        eve.close_without_errors().await;
    });
}

#[test]
fn the_lobby_has_two_columns_on_a_wide_screen_and_one_on_a_narrow_one() {
    browse(async |page| {
        page.inject(MANY_TABLES).await;
        let edges = "return ['.pairing', '.others'].map((css) => {
            const { left, right, top, bottom } = document.querySelector(`.lobby > ${css}`).getBoundingClientRect();
            return [left, right, top, bottom];
        })";
        for width in [1440, 900, 768, 320] {
            page.resize(width, 900).await;
            page.open("/online").await;
            page.wait_for(".lobby .others .tables li").await;
            let [[left, _, top, bottom], [_, right, list_top, _]]: [[f64; 4]; 2] = page.run(edges).await;
            if width >= 900 {
                assert!(right <= left && list_top < bottom && top < 900.0, "{width}: not beside each other");
            } else {
                assert!(list_top >= bottom, "{width}: more than one column");
            }
            let in_a_row = "const tops = [...document.querySelectorAll('.others .tables li')].map((one) => one.offsetTop);
                return tops.filter((top) => top === tops[0]).length";
            let cards: usize = page.run(in_a_row).await;
            assert_eq!(cards > 1, width == 1440 || width == 768, "{cards} tables in a row at {width}");
            let too_wide = "return document.documentElement.scrollWidth > innerWidth";
            assert!(!page.run::<bool>(too_wide).await, "{width}: wider than the screen");
        }
    });
}

#[test]
fn without_a_server_the_lobby_offers_nothing_that_needs_one() {
    browse(async |page| {
        page.open("/online").await;
        page.wait_until_cached().await;
        page.stop_server();
        page.open("/online").await;
        page.wait_for("[role=alert].refusal").await;
        let dead =
            "return document.querySelectorAll('main :is(button:disabled, input, .quick)').length === 0";
        page.wait_until(dead, "a dead button or field is left").await;
        page.click_path("//main//a[contains(@class, 'strong')]").await;
        page.wait_for_text("h1", "What shall we play?").await;
        // They are about the missing server.
        let _ = page.console_errors().await;
    });
}

#[test]
fn a_player_without_an_opponent_is_offered_the_engine() {
    browse(async |anne| {
        quick_game(anne, "Anne", "Super Morpion").await;
        anne.wait_for_text(".searching", "Searching for an opponent").await;
        anne.press_button("Play the engine").await;
        anne.wait_for(".board .place.legal").await;
        assert_eq!(anne.path().await, "/play/super");
        // No player is waiting at the table any more.
        let eve = anne.fresh_browser().await;
        eve.open("/online").await;
        eve.wait_for_text("main", "Nobody is waiting at the moment").await;
        eve.close_without_errors().await;
    });
}

#[test]
fn saved_games_name_the_opponent_and_the_result_from_the_players_side_and_are_counted_by_level() {
    browse(async |page| {
        page.open("/settings").await;
        let games = [
            ("won", "[Game \"morpion\"]\n[Players \"person,3\"]\n\n1. 5 2. 1 3. 4 4. 2 5. 6 win1\n"),
            ("lost", "[Game \"morpion\"]\n[Players \"7,person\"]\n\n1. 5 2. 1 3. 4 4. 2 5. 6 win1\n"),
            (
                "resigned",
                "[Game \"doh\"]\n[Players \"person,3\"]\n[Termination \"resignation\"]\n\n1. Lc3 win2\n",
            ),
            ("running", "[Game \"super\"]\n[Players \"person,3\"]\n\n1. 5.5 *\n"),
        ];
        for (time, (name, text)) in (1..).zip(games) {
            let stored = format!("{time}\n{text}");
            let () = page.run(&format!("localStorage.setItem('trois.game.{name}', {stored:?})")).await;
        }
        page.open("/games").await;
        page.wait_for_text("main", "Against the engine, level 7").await;
        // Only the resigned game is dimmed: its board would look alive.
        let dimmed = "return [...document.querySelectorAll('.thumbnail.is-ended')].map((one) =>
            getComputedStyle(one.querySelector('svg')).opacity < 0.8 && one.closest('li').innerText.includes('Doh!'))";
        assert_eq!(page.run::<Vec<bool>>(dimmed).await, [true]);
        // Dates have the order of the language, with the month in letters.
        assert_eq!(page.text(".kept-game .day").await, "1 Jan 1970");
        assert_eq!(page.text(".badge.won").await, "Won");
        assert_eq!(page.text(".badge.lost").await, "Lost");
        for part in [".badge.lost", ".score .lost"] {
            let opacity = format!("return getComputedStyle(document.querySelector('{part}')).opacity");
            assert_eq!(page.run::<String>(&opacity).await, "1", "{part} is invisible");
        }
        let plot: String = page.run("return document.querySelector('.score svg').ariaLabel").await;
        assert!(
            plot.contains("level 3: 1 won, 0 drawn, 0 lost")
                && plot.contains("level 7: 0 won, 0 drawn, 1 lost"),
            "{plot}"
        );
        page.click_path("//a[contains(., 'Continue')]").await;
        page.wait_for(".move.here[data-number='1']").await;
        assert_eq!(page.path().await, "/play/super");
    });
}

/// What the element covers of the board, the players and the tools, or that it is not on the screen.
fn covered_by(css: &str) -> String {
    format!(
        "const {{ top, bottom, left, right }} = document.querySelector({css:?}).getBoundingClientRect();
        const all = [...document.querySelectorAll('.board, .above, .below, .tools > .tool')];
        const covered = all.filter((one) => one.checkVisibility()).filter((one) => {{
            const other = one.getBoundingClientRect();
            return top < other.bottom - 1 && other.top + 1 < bottom && left < other.right && other.left < right;
        }}).map((one) => one.className.baseVal ?? one.className);
        return top < 0 || bottom > innerHeight ? [...covered, `${{top}}–${{bottom}} of ${{innerHeight}}`] : covered;"
    )
}

/// The list of results in the archive's search.
const RESULT: &str = ".search label:nth-of-type(2) select";

#[test]
fn the_archive_is_browsed_by_game_result_length_and_opening() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        let record = anne.play_for_the_archive(&luc).await;
        anne.open("/archive").await;
        anne.wait_for(".tables .table-card img").await;
        let none = "return document.querySelectorAll('.tables li').length === 0";
        let one = "return document.querySelectorAll('.tables li').length === 1";
        anne.press_button("Super Morpion").await;
        anne.wait_until(none, "there is a game of Super Morpion").await;
        anne.press_button("Tic-tac-toe").await;
        anne.wait_until(one, "there is no game of tic-tac-toe").await;
        let result = record.result().expect("the game is over").to_string();
        let other = if result == "win1" { "win2" } else { "win1" };
        anne.choose(RESULT, other).await;
        anne.wait_until(none, "the game has another result").await;
        anne.choose(RESULT, "draw").await;
        if result != "draw" {
            anne.wait_until(none, "a game that was won counts as drawn").await;
        }
        anne.choose(RESULT, &result).await;
        anne.wait_until(one, "the game does not have its result").await;
        anne.choose(".search label:nth-of-type(3) select", "1").await;
        anne.wait_until(none, "a short game counts as long").await;
        anne.choose(".search label:nth-of-type(3) select", "0").await;
        anne.wait_until(one, "a short game does not count as short").await;
        anne.click(".openings summary").await;
        let first = record.steps()[0].mv();
        let start = record.start().clone();
        let spot = boards::touch_paths(&start, first)[0][0];
        anne.touch(spot).await;
        anne.wait_for_text(".opening", &first.to_string()).await;
        anne.wait_until(one, "the game does not begin with its first move").await;
        anne.press_button("Back").await;
        // A name that nobody can have is refused, not cut.
        let field = anne.wait_for(".search input").await;
        field.send_keys("x".repeat(25)).await.unwrap();
        anne.wait_for_text(".refusal", "This name has 25 characters; the limit is 24.").await;
        field.clear().await.unwrap();
        field.send_keys("A").await.unwrap();
        anne.wait_until_gone(".refusal").await;
        let other = start.moves().into_iter().find(|&mv| mv != first).unwrap();
        anne.touch(boards::touch_paths(&start, other)[0][0]).await;
        anne.wait_until(none, "the game begins with another move").await;
        // What finds nothing can be widened.
        anne.wait_for_text(".empty-page button", "Clear the search").await;
        anne.press_button("Clear the search").await;
        anne.wait_until(one, "the search is not cleared").await;
        let chosen =
            "return [...document.querySelectorAll('.search :is(input, select)')].map((one) => one.value)";
        assert_eq!(anne.run::<Vec<String>>(chosen).await, [""; 3]);
        anne.wait_for(".choices button:first-of-type[aria-pressed=true]").await;
        luc.close_without_errors().await;
    });
}

#[test]
fn a_move_is_sent_when_it_is_confirmed_if_the_settings_ask_for_confirmation() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        choose(anne, "confirm=on\n").await;
        let path = anne.open_table(Kind::Morpion, &[], "Anne").await;
        luc.sit_down(&path, "Luc").await;
        anne.wait_for(".tools").await;
        anne.touch("p4".parse().unwrap()).await;
        anne.wait_for(".confirm").await;
        // On a phone the question covers neither the board, nor a player, nor a tool.
        for (width, height) in [(320, 640), (390, 844)] {
            anne.resize(width, height).await;
            assert_eq!(anne.run::<Vec<String>>(&covered_by(".confirm")).await, [""; 0], "at {width} pixels");
        }
        anne.resize(1280, 800).await;
        assert_eq!((anne.moves_shown().await, luc.moves_shown().await), (0, 0), "the move was sent at once");
        anne.press_button("Cancel").await;
        anne.wait_until_gone(".confirm").await;
        anne.touch("p0".parse().unwrap()).await;
        anne.press_button("Play this move").await;
        luc.wait_for_moves(1).await;
        assert_eq!(luc.text(".moves .mv").await, "1");
        luc.touch("p4".parse().unwrap()).await;
        anne.wait_for_moves(2).await;
        // Touching the same place again confirms the move.
        anne.touch("p8".parse().unwrap()).await;
        anne.wait_for(".confirm").await;
        anne.click(".place[data-spot='p8']").await;
        luc.wait_for_moves(3).await;
        luc.close_without_errors().await;
    });
}

#[test]
fn sounds_are_offered_once_after_the_first_move() {
    browse(async |page| {
        page.start_game_between_people(Kind::Morpion).await;
        assert!(!page.run::<bool>("return document.querySelector('.sound-offer') !== null").await);
        page.play_text(Kind::Morpion, "5").await;
        page.wait_for(".sound-offer").await;
        page.press_button("Turn them on").await;
        page.wait_until_gone(".sound-offer").await;
        let kept: String = page.run("return localStorage.getItem('trois.settings')").await;
        assert!(kept.contains("sounds=on"), "{kept}");
        page.reload().await;
        page.wait_for(".moves .move").await;
        assert!(!page.run::<bool>("return document.querySelector('.sound-offer') !== null").await);
    });
}

/// Makes the lobby's socket send a full first page, and the server a second one.
const MANY_TABLES: &str = "
    const listing = (index) => `listed id=table${index} at=1000 game=morpion options= clock=300+5 starts=first `
        + `started=no seats=2 seat1=human:-:-:Guest${index} seat2=open you=- turn=- ply=0 end=- opening=-`;
    const page = (from, count) => Array.from({ length: count }, (_, index) => listing(from + index)).join('\\n');
    const Socket = WebSocket;
    window.WebSocket = class extends Socket {
        set onmessage(handler) {
            super.onmessage = handler && ((event) => handler(String(event.data).startsWith('open')
                ? new MessageEvent('message', { data: 'open\\n' + page(0, 100) }) : event));
        }
    };
    const real = window.fetch;
    window.fetch = (path, ...rest) => String(path).startsWith('/api/lobby?page=2')
        ? Promise.resolve(new Response(page(95, 20), { headers: { 'Content-Type': 'text/plain' } }))
        : real(path, ...rest);";

#[test]
fn a_lobby_with_more_tables_than_one_page_shows_the_others_too() {
    browse(async |page| {
        page.inject(MANY_TABLES).await;
        page.open("/online").await;
        let count = "return document.querySelectorAll('.tables li').length";
        page.wait_until(&format!("{count} === 100"), "the first page is not shown").await;
        page.wait_for_text("main", "Showing 100 open tables; there may be more.").await;
        page.press_button("Show more tables").await;
        // Five tables are on both pages.
        page.wait_until(&format!("{count} === 115"), "the second page is not shown").await;
        page.wait_until(
            "return ![...document.querySelectorAll('button')].some((one) => one.textContent.includes('more tables'))",
            "more tables are promised than there are",
        )
        .await;
    });
}

/// The number of pieces that the replay on a card shows; -1 while the card shows the picture of the last position.
const REPLAYED: &str = "
    const board = document.querySelector('.tables .thumbnail svg.picture');
    return board ? board.querySelectorAll('.piece:not(.leaving)').length : -1";

#[test]
fn a_finished_game_is_replayed_on_its_card_under_the_pointer() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        let record = anne.play_for_the_archive(&luc).await;
        anne.open("/archive").await;
        anne.wait_for(".tables .table-card img").await;
        assert_eq!(anne.run::<i64>(REPLAYED).await, -1);
        anne.hover(".tables .table-card").await;
        let moves = record.steps().len();
        anne.wait_until(&format!("return (() => {{ {REPLAYED} }})() === {moves}"), "the end is not reached")
            .await;
        anne.hover("h1").await;
        anne.wait_until(&format!("return (() => {{ {REPLAYED} }})() === -1"), "the replay stays").await;
        luc.close_without_errors().await;
    });
}

#[test]
fn a_touch_screen_replays_the_card_in_the_middle_unless_motion_is_reduced() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        let record = anne.play_for_the_archive(&luc).await;
        let moves = record.steps().len();
        for page in [&*anne, &luc] {
            page.send_devtools_command("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }))
                .await;
            page.resize(390, 500).await;
        }
        let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        luc.send_devtools_command("Emulation.setEmulatedMedia", still).await;
        // Room below the card, so that it can be scrolled to the middle, and away from it.
        let to_middle = "document.body.style.paddingBottom = '200vh';
            const card = document.querySelector('.tables li').getBoundingClientRect();
            scrollBy({ top: card.top + card.height / 2 - innerHeight / 2, behavior: 'instant' });";
        for page in [&*anne, &luc] {
            page.open("/archive").await;
            page.wait_for(".tables .table-card img").await;
            let () = page.run(to_middle).await;
        }
        anne.wait_until(&format!("return (() => {{ {REPLAYED} }})() === {moves}"), "the end is not reached")
            .await;
        assert_eq!(luc.run::<i64>(REPLAYED).await, -1, "it moves although motion is to be reduced");
        let () = anne.run("scrollBy({ top: innerHeight, behavior: 'instant' })").await;
        anne.wait_until(&format!("return (() => {{ {REPLAYED} }})() === -1"), "the replay stays").await;
        luc.close_without_errors().await;
    });
}
