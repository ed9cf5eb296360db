//! The store on real databases: the same tests for SQLite and PostgreSQL, then what each does with a full disk, without a
//! database, and with a schema of another version.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod contract;
mod make;
mod measure;
mod migrations;
mod permissions;
mod postgres;
mod sqlite;
#[cfg(unix)]
mod tls;
mod watching;

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
    events_are_read_as_they_were_written
    an_append_at_another_version_writes_nothing
    exactly_one_of_concurrent_appends_succeeds
    a_compaction_deletes_all_but_the_first_event_and_the_last
    a_move_changes_what_lists_show
    a_move_without_a_listing_shows_its_time_its_turn_and_its_ply
    a_table_is_created_once
    the_store_knows_whether_a_table_is_listed_and_who_created_it
    due_tables_are_unfinished_and_the_most_overdue_comes_first
    tables_that_were_woken_in_vain_are_postponed
    a_table_is_found_no_later_than_it_is_due
    the_lobby_has_listed_waiting_tables_the_newest_first
    the_lobby_is_fair_to_guests_leaves_out_empty_tables_and_has_pages
    the_lobby_is_fair_to_addresses
    pairing_finds_the_tables_of_others_the_longest_waiting_first
    pairing_is_fair_to_addresses_and_guests
    unfinished_tables_are_counted_by_address
    own_games_begin_with_those_where_it_is_the_guests_turn_and_end_with_finished_ones
    a_seat_belongs_to_the_guest_who_has_it_now
    unfinished_tables_count_once
    a_search_combines_all_conditions
    games_are_searched_by_length_and_opening
    running_games_are_listed_those_with_the_latest_moves_first
    running_games_are_listed_fairly
    names_are_searched_literally
    the_archive_is_paged_by_time
    games_that_ended_at_the_same_time_are_all_found_page_by_page
    a_rare_name_is_found_behind_thousands_of_games
    games_that_are_no_longer_listed_are_not_found
    an_append_does_not_change_whether_a_finished_game_is_listed
    games_being_played_are_counted
    guest_names_are_stored
    handover_keys_work_once_and_expire
    an_outage_is_recorded_once
    outages_are_returned_in_order
    cleaning_up_deletes_closed_tables_and_returns_abandoned_ones
    outages_are_kept_while_a_game_needs_them
    numbers_of_any_size_are_stored
    idle_games_have_no_clock_that_will_end_them
    finished_games_are_deleted_after_their_time
    hardly_played_games_that_are_not_listed_are_deleted
    names_are_kept_while_their_guests_have_games
    a_table_can_be_taken_off_the_lists
    finished_games_are_counted_once_the_oldest_first
    the_counts_of_a_position_add_up
    games_that_are_counted_concurrently_are_each_counted_once
}
