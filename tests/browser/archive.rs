//! The archive without games, and with more games than one answer has.

use crate::harness::browse;

/// Answers requests for the archive with 50 games, then with the three that are older than the last of them. The games
/// count as not started, so that the server is asked for no picture of them.
const MANY_GAMES: &str = "
    const listing = (index) => `listed id=table${index} at=${1000 - index} game=morpion options= clock=300+5 `
        + `starts=first started=no seats=2 seat1=human:-:-:Guest${index} seat2=human:-:-:Luc you=- turn=- ply=5 `
        + `end=win1:resignation opening=-`;
    const games = (from, count) => Array.from({ length: count }, (_, index) => listing(from + index)).join('\\n');
    const real = window.fetch;
    window.asked = [];
    window.fetch = (path, ...rest) => {
        if (!String(path).startsWith('/api/archive?')) return real(path, ...rest);
        window.asked.push(path);
        return Promise.resolve(new Response(String(path).includes('before=') ? games(50, 3) : games(0, 50),
            { headers: { 'Content-Type': 'text/plain' } }));
    };";

#[test]
fn an_archive_without_games_says_so_and_older_games_come_when_they_are_asked_for() {
    browse(async |page| {
        page.open("/archive").await;
        page.wait_for_text(".empty-page", "No games yet").await;
        // That nothing is found is told from an archive without games.
        page.press_button("Super Morpion").await;
        page.wait_for_text(".empty-page", "No games found").await;
        page.click_path("//*[contains(@class, 'empty-page')]//a[. = 'Play online']").await;
        page.wait_for_text("h1", "Play online").await;

        page.inject(MANY_GAMES).await;
        page.open("/archive").await;
        let count = "return document.querySelectorAll('.tables li').length";
        page.wait_until(&format!("{count} === 50"), "the first games are not shown").await;
        page.press_button("Older games").await;
        page.wait_until(&format!("{count} === 53"), "the older games are not shown").await;
        page.wait_for_text(".tables li:last-child", "Guest52").await;
        // Those before the last of the first fifty are asked for, once.
        let asked: Vec<String> = page.run("return window.asked").await;
        assert_eq!(asked, ["/api/archive?", "/api/archive?before=951,table49"]);
        let offered =
            "return [...document.querySelectorAll('button')].some((one) => one.innerText === 'Older games')";
        assert!(!page.run::<bool>(offered).await, "more games are promised than there are");
    });
}
