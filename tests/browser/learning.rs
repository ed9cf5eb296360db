//! A course from the first step to the last puzzle, and the analysis board.

use lessons::Attempt;
use rules::Kind;

use crate::harness::browse;

#[test]
fn a_whole_course_is_completed_with_the_moves_that_are_shown() {
    browse(async |page| {
        page.open("/learn/morpion").await;
        let course = lessons::course(Kind::Morpion);
        let count = course.steps.len() + course.puzzles.len();
        for index in 0..count {
            page.wait_for(&format!(".steps li:nth-child({}) button[aria-current=step]", index + 1)).await;
            page.wait_for(".learn .place").await;
            while page.run(CAN_SHOW_MOVE).await {
                page.click(".show-me").await;
            }
            page.wait_for(".praise").await;
            if index + 1 < count {
                page.press_button("Next").await;
            }
        }
        page.wait_until(
            &format!("return document.querySelectorAll('.steps .done').length === {count}"),
            "not all of the course is marked as done",
        )
        .await;
        page.follow("Play now").await;
        page.wait_for_text("h1", "Tic-tac-toe").await;
    });
}

const CAN_SHOW_MOVE: &str = "return document.querySelector('.show-me:not(:disabled)') !== null";

#[test]
fn a_step_is_done_by_touching_and_a_wrong_touch_is_answered() {
    browse(async |page| {
        let course = lessons::course(Kind::Super);
        // The first step that asks for a specific move while others are legal.
        let wanted = |step: &lessons::LessonStep| {
            let attempt = Attempt::at_step(Kind::Super, step);
            let mv = attempt.expected()?;
            let mut other = attempt.clone();
            let wrong =
                attempt.game().moves().into_iter().find(|&wrong| {
                    wrong != mv && matches!(other.answer(wrong), lessons::AttemptResult::Wrong)
                })?;
            Some((
                boards::touch_paths(attempt.game(), mv)[0][0],
                boards::touch_paths(attempt.game(), wrong)[0][0],
            ))
        };
        let (index, (right, wrong)) =
            course.steps.iter().enumerate().find_map(|(index, step)| Some((index, wanted(step)?))).unwrap();
        page.open("/learn/super").await;
        page.click(&format!(".steps li:nth-child({}) button", index + 1)).await;
        page.touch(wrong).await;
        page.wait_for_text(".lesson-side .refusal", "not the one we are looking for").await;
        page.touch(right).await;
        page.wait_for(".lesson-side .praise").await;
        page.reload().await;
        page.wait_for(&format!(".steps li:nth-child({}) button.done", index + 1)).await;
    });
}

#[test]
fn every_game_can_be_studied_from_its_beginning() {
    browse(async |page| {
        for kind in Kind::ALL {
            page.open(&format!("/study/{kind}")).await;
            page.click(".place.legal").await;
            page.wait_for(".lines li").await;
        }
    });
}

#[test]
fn a_study_survives_a_reload() {
    browse(async |page| {
        page.open("/study/morpion").await;
        for spot in ["p4", "p0"] {
            page.touch(spot.parse().unwrap()).await;
        }
        page.wait_for_text(".notation", "5\n1").await;
        page.reload().await;
        page.wait_for_text(".notation", "5\n1").await;
    });
}

#[test]
fn a_navigation_key_without_effect_keeps_the_lines_of_the_engine() {
    browse(async |page| {
        page.open("/study/morpion").await;
        page.wait_for(".lines li").await;
        // Home, left, end, right.
        for key in ["\u{e011}", "\u{e012}", "\u{e010}", "\u{e014}"] {
            page.press(key).await;
        }
        page.wait_for(".lines li").await;
    });
}
