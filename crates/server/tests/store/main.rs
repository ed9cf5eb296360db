//! What is kept, in real databases: the same tests for SQLite and for PostgreSQL, and then what each of them does when
//! its disk is full, it is gone, or it was made by another version.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod contract;
mod make;
mod measure;
mod migrations;
mod postgres;
mod sqlite;

/// Runs every test of the contract on both stores.
macro_rules! contract {
    ($($name:ident)*) => {
        mod on_sqlite {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $name() {
                    let folder = crate::make::Folder::new();
                    let store = crate::make::sqlite(&folder);
                    crate::contract::$name(&store, &store.clone()).await;
                }
            )*
        }

        mod on_postgres {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $name() {
                    let url = cluster::Cluster::shared().database();
                    let (store, other) = (crate::make::postgres(&url).await, crate::make::postgres(&url).await);
                    crate::contract::$name(&store, &other).await;
                }
            )*
        }
    };
}

contract! {
    events_come_back_as_they_were_written
    whoever_is_slower_writes_nothing
    of_many_at_once_exactly_one_wins
    a_table_is_opened_once
    about_tells_who_opened_it
    due_are_the_most_overdue_first_and_only_unfinished
    the_lobby_has_listed_waiting_tables_the_newest_first
    pairing_finds_the_tables_of_others_the_newest_first
    mine_are_those_that_wait_for_me_then_the_others_then_those_that_are_over
    a_seat_that_changes_hands_is_the_new_guests
    unfinished_tables_count_once
    the_archive_is_searched_by_everything_at_once
    names_are_searched_for_as_they_are_written
    the_archive_goes_on_before_a_time
    games_being_played_are_counted
    names_are_kept
    keys_open_once_and_not_for_long
    a_time_without_servers_is_noticed_once
    outages_are_told_in_order
    tidying_forgets_closed_tables_and_returns_waiting_ones
    outages_are_kept_while_a_game_needs_them
    numbers_of_any_size_are_kept
}
