//! Around the board of a table: preset phrases and muting, the offer of sounds, what spectators can press, sharing.

use rules::{AnyGame, Kind, Record};

use crate::harness::{Page, browse, short_game};

/// Opens a table for tic-tac-toe at which `anne` begins and `luc` sits; returns its path.
async fn begin(anne: &Page, luc: &Page) -> String {
    let path = anne.open_table(Kind::Morpion, &[], "Anne").await;
    luc.sit_down(&path, "Luc").await;
    anne.wait_for(".tools").await;
    path
}

async fn say(page: &Page, phrase: &str) {
    page.press_button("Message…").await;
    page.click_path(&format!("//dialog[@open]//button[contains(., {phrase:?})]")).await;
    page.wait_until_gone("dialog[open]").await;
}

#[test]
fn a_phrase_is_read_in_the_readers_language_unless_the_reader_hides_messages() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        begin(anne, &luc).await;
        luc.set_language(rules::Lang::Fr).await;
        say(anne, "Good luck!").await;
        luc.wait_for_text(".said", "Bonne chance").await;
        luc.wait_for_text(".said", "Anne").await;
        // From now on, Luc reads nothing that Anne says, and can still say something.
        luc.press_button("Message…").await;
        luc.click("dialog[open] .switch").await;
        luc.wait_for("dialog[open] .switch[aria-checked='true']").await;
        luc.press("\u{e00c}").await;
        luc.wait_until_gone("dialog[open]").await;
        luc.wait_until_gone(".said").await;
        say(anne, "Well played!").await;
        // A later move of Anne has arrived, so the phrase before it has too.
        anne.touch("p4".parse().unwrap()).await;
        luc.wait_for_moves(1).await;
        assert!(luc.run::<bool>("return document.querySelector('.said') === null").await, "it was muted");
        say(&luc, "Merci").await;
        anne.wait_for_text(".said", "Thank you").await;
        // The choice outlives the page.
        luc.reload().await;
        luc.press_button("Message…").await;
        luc.wait_for("dialog[open] .switch[aria-checked='true']").await;
        luc.close_without_errors().await;
    });
}

#[test]
fn sounds_are_offered_at_a_table_after_the_first_move_to_players_only() {
    browse(async |anne| {
        let (luc, eve) = (anne.fresh_browser().await, anne.fresh_browser().await);
        let path = begin(anne, &luc).await;
        eve.open(&path).await;
        eve.wait_for(".tools").await;
        let is_offered = "return document.querySelector('.sound-offer') !== null";
        assert!(!anne.run::<bool>(is_offered).await, "offered before the first move");
        anne.touch("p4".parse().unwrap()).await;
        anne.wait_for(".sound-offer").await;
        luc.wait_for(".sound-offer").await;
        anne.press_button("No, thanks").await;
        anne.wait_until_gone(".sound-offer").await;
        let kept: String = anne.run("return localStorage.getItem('trois.settings')").await;
        assert!(kept.contains("sounds=off"), "{kept}");
        eve.wait_for_moves(1).await;
        assert!(!eve.run::<bool>(is_offered).await, "offered to a spectator");
        luc.close_without_errors().await;
        eve.close_without_errors().await;
    });
}

#[test]
fn every_button_of_a_spectator_works_while_the_game_goes_on() {
    browse(async |anne| {
        let (luc, eve) = (anne.fresh_browser().await, anne.fresh_browser().await);
        let path = begin(anne, &luc).await;
        anne.touch("p4".parse().unwrap()).await;
        eve.open(&path).await;
        eve.wait_for_moves(1).await;
        let names = "return [...document.querySelectorAll('.tools .tool:not(.more) .name')].map((one) => one.textContent)";
        assert_eq!(eve.run::<Vec<String>>(names).await, ["Flip", "Share…"]);
        let dead =
            "return document.querySelectorAll('.tools [disabled], .tools [aria-disabled=true]').length";
        assert_eq!(eve.run::<usize>(dead).await, 0);
        let first = "return document.querySelector('.players.below .name').textContent";
        let below: String = eve.run(first).await;
        eve.press_button("Flip").await;
        eve.wait_until(&format!("return (() => {{ {first} }})() !== {below:?}"), "nothing is flipped").await;
        eve.press_button("Share…").await;
        eve.wait_for("dialog[open]").await;
        luc.close_without_errors().await;
        eve.close_without_errors().await;
    });
}

#[test]
fn a_finished_game_has_a_code_that_shows_it_on_another_page() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        let path = begin(anne, &luc).await;
        let mut record = Record::new(AnyGame::new(Kind::Morpion, "").unwrap());
        for (ply, mv) in short_game(Kind::Morpion, "").into_iter().enumerate() {
            let mover = if ply % 2 == 0 { &*anne } else { &luc };
            mover.touch_move(&record, mv).await;
            record.push(mv).unwrap();
            anne.wait_for_moves(ply + 1).await;
            luc.wait_for_moves(ply + 1).await;
        }
        anne.wait_for(".result").await;
        anne.click_path("//div[contains(@class, 'result')]//button[contains(., 'Share')]").await;
        anne.click("dialog[open] .embed summary").await;
        let code = anne.value("dialog[open] .embed input").await;
        let embedded = path.replacen("/t/", "/embed/", 1);
        assert!(
            code.starts_with("<iframe ") && code.contains(&format!("src=\"{}{embedded}\"", anne.origin())),
            "{code}"
        );
        // What the frame shows is the picture of the game, with a link to it.
        luc.go(&embedded).await;
        luc.wait_for("img, svg").await;
        luc.wait_for(&format!("a[href*='{path}']")).await;
        luc.close_without_errors().await;
    });
}

/// The names of the tools of the game, and of those that cannot be used.
const TOOLS: &str = "
    const names = (css) => [...document.querySelectorAll(`.tools[aria-label=Game] ${css}`)]
        .map((one) => one.querySelector('.name').textContent);
    return [names('.tool:not(.more)'), names('.tool:is([disabled], [aria-disabled=true])')]";

#[test]
fn a_rematch_is_offered_on_the_result_card_and_no_tool_is_dead_after_the_game() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        begin(anne, &luc).await;
        let [tools, _]: [Vec<String>; 2] = anne.run(TOOLS).await;
        assert!(tools.contains(&"Resign".to_owned()), "{tools:?}");
        assert!(!tools.contains(&"Rematch".to_owned()), "a game that goes on has no rematch");
        luc.press_button("Resign").await;
        luc.press_button("Yes, resign").await;
        anne.wait_for_text(".result-actions .strong", "Rematch").await;
        let [tools, dead]: [Vec<String>; 2] = anne.run(TOOLS).await;
        assert!(!tools.contains(&"Rematch".to_owned()), "the card has that button");
        assert_eq!(dead, [""; 0]);
        luc.close_without_errors().await;
    });
}

#[test]
fn after_a_game_without_a_result_there_is_a_way_to_another_game() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        begin(anne, &luc).await;
        // Anne does not move for twenty seconds.
        luc.wait_for_text(".offers", "Your opponent is not moving.").await;
        luc.press_button("Abort the game").await;
        for page in [&*anne, &luc] {
            page.wait_for_text(".result.is-over .turn", "Game aborted, no result.").await;
            page.wait_for_text(".result-actions .strong", "Play online").await;
            let [_, dead]: [Vec<String>; 2] = page.run(TOOLS).await;
            assert_eq!(dead, [""; 0]);
        }
        luc.follow("Play online").await;
        luc.wait_for_text("h1", "Play online").await;
        luc.close_without_errors().await;
    });
}

/// Every table that the server shows was closed before its game began, as it is after a day without players.
const ALL_CLOSED: &str = "
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
    Object.defineProperty(MessageEvent.prototype, 'data', { get() {
        const data = get.call(this);
        return typeof data === 'string' ? data.replace(/ end=- /, ' end=-:closed ') : data;
    } });";

#[test]
fn a_table_that_was_closed_before_the_game_says_so_and_leads_to_others() {
    browse(async |anne| {
        let path = anne.open_table(Kind::Morpion, &[], "Anne").await;
        let luc = anne.fresh_browser().await;
        luc.inject(ALL_CLOSED).await;
        luc.open(&path).await;
        luc.wait_for_text(".empty-page", "It was closed before the game began.").await;
        luc.wait_for_text(".empty-page .strong", "Open a table").await;
        let looks_alive = "return document.querySelector('.board, .invites, .tools') !== null";
        assert!(!luc.run::<bool>(looks_alive).await, "a board that looks alive is left");
        luc.close_without_errors().await;
    });
}
