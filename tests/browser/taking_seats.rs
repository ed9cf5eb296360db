//! Before a game: a guest chooses a seat, copies the link, or stops searching for an opponent.

use rules::Kind;

use crate::harness::browse;

/// The seats that the page offers, by number.
const OFFERED: &str = "return [...document.querySelectorAll('.waiting li')]
    .filter((row) => row.innerText.includes('Take this seat'))
    .map((row) => row.querySelector('.number').textContent)";

#[test]
fn a_guest_takes_the_seat_of_their_choice_until_one_is_left() {
    browse(async |anne| {
        let (luc, eve) = (anne.fresh_browser().await, anne.fresh_browser().await);
        let path = anne.open_table(Kind::Doh, &[("Players", "3")], "Anne").await;
        for page in [&luc, &eve] {
            page.open(&path).await;
            page.wait_for(".waiting button").await;
            assert_eq!(page.run::<Vec<String>>(OFFERED).await, ["2", "3"]);
        }
        luc.pick_name("Luc").await;
        luc.click(".waiting li:nth-child(3) button:enabled").await;
        luc.wait_for_text(".waiting li:nth-child(3)", "Luc (you)").await;
        anne.wait_for_text(".waiting li:nth-child(3)", "Luc").await;
        // There is nothing left to choose.
        eve.wait_for_text(".waiting li:nth-child(3)", "Luc").await;
        assert_eq!(eve.run::<Vec<String>>(OFFERED).await, [""; 0]);
        eve.sit_down(&path, "Ève").await;
        for (page, own) in [(&*anne, "Anne"), (&luc, "Luc"), (&eve, "Ève")] {
            page.wait_for(".tools").await;
            let heads = ["Anne", "Ève", "Luc"].map(|name| if name == own { "You" } else { name });
            page.wait_for_text(".moves thead", &heads.join(" ")).await;
        }
        luc.close_without_errors().await;
        eve.close_without_errors().await;
    });
}

#[test]
fn a_search_is_stopped_and_the_table_is_gone_from_the_lobby() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        anne.open("/online").await;
        anne.pick_name("Anne").await;
        anne.press("\t").await;
        anne.click(".quick button:enabled").await;
        anne.wait_for_text(".searching", "Searching for an opponent").await;
        luc.open("/online").await;
        luc.wait_for_text(".tables", "1 free seat").await;
        anne.press_button("Stop searching").await;
        anne.wait_for_text("h1", "Play online").await;
        assert_eq!(anne.path().await, "/online");
        luc.wait_for_text("main", "Nobody is waiting at the moment").await;
        // The table is not only left, as by any link: the seat there is given up.
        assert_eq!(anne.run::<usize>("return document.querySelectorAll('.tables li').length").await, 0);
        luc.close_without_errors().await;
    });
}

#[test]
fn a_link_is_copied_or_selected_where_it_cannot_be() {
    browse(async |anne| {
        let path = anne.open_table(Kind::Morpion, &[], "Anne").await;
        let link = format!("{}{path}", anne.origin());
        let () = anne
            .run(
                "navigator.clipboard.writeText = (text) => {
                    if (window.isRefused) return Promise.reject(new DOMException('no', 'NotAllowedError'));
                    window.copied = text;
                    return Promise.resolve();
                }",
            )
            .await;
        anne.press_button("Copy link").await;
        anne.wait_for_text(".invitation .row", "Copied.").await;
        assert_eq!(anne.run::<String>("return window.copied").await, link);
        let () = anne.run("window.isRefused = true; document.activeElement.blur()").await;
        anne.press_button("Copy link").await;
        anne.wait_for_text(".invitation .row", "Text selected: copy it.").await;
        let selected = "const field = document.querySelector('.invitation input.link');
            return field.value.slice(field.selectionStart, field.selectionEnd)";
        assert_eq!(anne.run::<String>(selected).await, link);
    });
}
