//! What every store promises, tried on every backend.
//!
//! The rules are functions over a store; the table below runs each of them against each backend.
//! What only a file can do has tests of its own in `sqlite`.

mod accounts;
mod audit;
mod backups;
mod competitions;
mod coordination;
mod damage;
mod demonstrations;
mod fixtures;
mod games;
mod imports;
mod lessons;
mod library;
mod log;
mod postgres;
mod races;
mod reviews;
mod roster;
mod sqlite;
mod studies;

use std::sync::Arc;

use store::{DataDirectory, Memory, Sqlite, Store};
use tempfile::TempDir;

/// A store to try a rule on, with the directory that it needs for as long.
struct Trial {
    store: Arc<dyn Store>,
    _directory: Option<TempDir>,
}

fn in_memory() -> Trial {
    Trial { store: Arc::new(Memory::new()), _directory: None }
}

fn in_a_file() -> Trial {
    let directory = tempfile::tempdir().unwrap();
    let store = Sqlite::open(DataDirectory::open(directory.path()).unwrap()).unwrap();
    Trial { store: Arc::new(store), _directory: Some(directory) }
}

async fn in_postgres() -> Trial {
    let store = postgres::database().connect().await;
    Trial { store: Arc::new(store), _directory: None }
}

/// Makes a test of each rule for each backend.
macro_rules! on_every_backend {
    ($($room:ident::$rule:ident,)*) => {
        mod memory_backend {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $rule() {
                let trial = crate::in_memory();
                crate::$room::$rule(trial.store.clone()).await;
            })*
        }

        mod sqlite_backend {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $rule() {
                let trial = crate::in_a_file();
                crate::$room::$rule(trial.store.clone()).await;
            })*
        }

        mod postgres_backend {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $rule() {
                let trial = crate::in_postgres().await;
                crate::$room::$rule(trial.store.clone()).await;
            })*
        }
    };
}

on_every_backend! {
    games::what_was_stored_is_loaded,
    games::what_was_stored_since_is_loaded,
    games::many_updates_at_once_are_not_mixed_up,
    games::an_unknown_game_is_none,
    games::an_id_is_given_once,
    games::an_entry_follows_its_base,
    games::records_are_numbered_without_gaps,
    games::a_stale_entry_gets_what_it_missed,
    games::a_repeated_request_gets_its_first_answer,
    games::what_a_request_was_and_how_it_ended_is_stored,
    games::a_request_belongs_to_its_game,
    games::seat_owners_change_only_with_an_entry_that_names_them,
    games::games_to_resume_are_found,
    games::games_that_nobody_has_begun_are_found,
    games::the_last_heartbeat_counts,
    imports::a_game_from_a_file_is_kept_with_its_source,
    imports::the_same_game_is_kept_once,
    imports::a_removed_game_comes_back,
    imports::an_import_that_fails_keeps_the_games_before,
    imports::later_records_follow_the_import,
    races::of_sixteen_writers_one_wins_each_version,
    races::a_request_sent_many_times_at_once_is_written_once,
    races::many_games_at_once_do_not_meet,
    library::queries_find_what_they_ask_for,
    library::every_column_sorts_both_ways,
    library::ids_are_those_of_all_pages,
    library::pages_together_are_the_whole,
    library::a_page_passes_over_games,
    library::equal_games_are_on_one_page_each,
    library::pages_go_on_where_they_ended_when_games_come_and_go,
    library::hostile_text_is_only_text,
    library::the_row_follows_the_last_entry,
    library::removed_games_are_listed_apart_and_come_back_whole,
    library::an_account_finds_the_games_in_which_it_owns_a_seat,
    reviews::evaluations_come_back_in_order_and_the_last_word_counts,
    reviews::other_moves_nodes_or_engine_are_another_review,
    reviews::a_new_evaluation_of_a_position_replaces_the_old_one,
    studies::a_study_comes_back_as_it_was_saved,
    studies::a_stale_save_changes_nothing_and_a_repeated_one_is_answered_again,
    studies::of_many_saves_at_once_one_wins_each_version,
    studies::names_links_and_removal_change_no_version,
    studies::studies_are_found_by_owner_and_words_and_in_order,
    accounts::a_name_is_given_once_in_any_case,
    accounts::an_account_is_found_by_a_name_in_any_width_and_composition,
    accounts::a_name_that_looks_like_another_is_taken,
    accounts::a_device_is_known_to_the_accounts_that_used_it,
    accounts::the_number_of_an_account_is_never_given_again,
    accounts::a_new_password_ends_every_session_of_its_account,
    accounts::an_account_goes_with_its_sessions,
    accounts::a_session_is_found_by_its_token_until_it_ends,
    accounts::an_account_keeps_the_sessions_that_were_used_last,
    competitions::a_competition_comes_back_as_it_was_stored,
    competitions::a_stale_entry_changes_nothing,
    competitions::a_repeated_request_is_stored_once,
    competitions::of_many_entries_at_once_one_wins_each_version,
    coordination::a_lobby_is_changed_only_by_those_who_know_its_version,
    coordination::of_many_changes_of_the_lobby_at_once_none_is_lost,
    coordination::attempts_are_limited_by_key_and_become_free_one_by_one,
    coordination::of_many_attempts_at_once_no_more_count_than_may,
    coordination::a_server_has_what_it_has_claimed,
    demonstrations::a_demonstration_comes_back_as_it_was_saved,
    demonstrations::a_stale_demonstration_changes_nothing,
    demonstrations::of_many_demonstrations_at_once_one_wins_each_version,
    demonstrations::a_simul_comes_back_as_it_was_created,
    roster::what_the_roster_knows_about_an_account_comes_back,
    roster::an_account_gets_another_name_unless_somebody_has_it,
    roster::a_roster_is_imported_as_a_whole_or_not_at_all,
    roster::a_card_opens_the_account_it_was_issued_to,
    roster::an_account_keeps_its_card_when_others_get_theirs,
    roster::no_two_cards_have_the_same_code,
    roster::a_revoked_card_ends_what_was_begun_with_it,
    roster::a_card_goes_with_its_account,
    lessons::games_in_play_are_found_with_the_accounts_of_their_players,
    lessons::the_rules_of_a_group_come_back_until_they_are_deleted,
    audit::audit_entries_are_found_by_every_filter,
    audit::failures_never_displace_what_was_done,
}
