//! Engines that play at a table.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use rules::{AnyMove, AnyView, Level, Seat, Viewer};
use table::{Actor, Request, RequestKind};
use tokio::sync::oneshot;

use super::{Inner, LiveTable};
use crate::app_state::AppState;
use crate::budget::{UNKNOWN_ADDRESS, WriteBudget};
use crate::engines::Payer;
use crate::guests::CookieKey;
use crate::http::Caller;

/// A running search for an engine's move. Dropping it cancels the search.
#[derive(Debug)]
pub(super) struct EngineSearch {
    number: u64,
    view: AnyView,
    level: Level,
    /// Who pays for writing the move.
    payer: Caller,
    _cancel: oneshot::Sender<()>,
}

impl Inner {
    /// The caller who is charged for writing an engine's move: the first player with budget left among those who are
    /// connected, or else who are just being connected. Without such players, it is the guest who created the table, with
    /// an address that stands for the one from which it was opened. `None` if none of them has budget left.
    pub(super) fn engine_write_payer(&self, budget: &WriteBudget, cookie_key: &CookieKey) -> Option<Caller> {
        let players = self.watchers.iter().filter(|watcher| watcher.viewer != Viewer::Public);
        let players = players.map(|watcher| Caller { guest: watcher.guest, address: watcher.address });
        let mut players: Vec<Caller> = players.collect();
        if players.is_empty() {
            players.extend(self.payer.filter(|caller| caller.guest.is_some()));
        }
        if players.is_empty() {
            let address = address_of(self.opened_from(cookie_key));
            players.push(Caller { guest: Some(self.origin.opener), address });
        }
        players.into_iter().find(|player| budget.allows_engine(*player))
    }

    /// Who is charged for an engine's thinking time: a connected player, or else the guest who created the table, each
    /// with the address of their connection.
    pub(super) fn thinking_time_payer(&self, cookie_key: &CookieKey) -> Payer {
        let mut players = self.watchers.iter().filter(|watcher| watcher.viewer != Viewer::Public);
        let connected = players.find_map(|watcher| Some((watcher.address, watcher.guest?)));
        // A player whose connection is just being set up is not a watcher yet.
        let arriving = || self.payer.and_then(|caller| Some((caller.address, caller.guest?)));
        let opened_from = self.opened_from(cookie_key);
        // While an engine's move is written, an address may stand for the one from which the table was opened.
        let here = connected.or_else(arriving).filter(|(address, _)| *address != address_of(opened_from));
        let here = here.map(|(address, guest)| Payer { address: cookie_key.number_of(address), guest });
        here.unwrap_or(Payer { address: opened_from, guest: self.origin.opener })
    }

    /// The number of the address from which the table was opened, or of the one that stands for unknown addresses.
    fn opened_from(&self, cookie_key: &CookieKey) -> i64 {
        self.origin.opened_from.unwrap_or_else(|| cookie_key.number_of(UNKNOWN_ADDRESS))
    }

    /// Cancels a search for which no player waits any more.
    pub(super) fn drop_unwanted_search(&mut self) {
        let wanted = self.table.awaited_engine();
        let wanted = wanted.map(|(seat, level, _)| (self.table.view(Viewer::Seat(seat)), level));
        self.engine = self.engine.take().filter(|search| {
            wanted.as_ref().is_some_and(|(view, level)| *view == search.view && *level == search.level)
        });
    }
}

/// An address that stands for a numbered one in budgets. It differs from those of all clients: limits clear the lower half
/// of an IPv6 address, and here only the lower half is set.
fn address_of(number: i64) -> IpAddr {
    IpAddr::V6(Ipv6Addr::from(u128::from(number.unsigned_abs().max(1))))
}

impl LiveTable {
    /// Starts an engine if it is an engine's turn, a player waits for it, and it is not thinking here already. Ends a
    /// search that is no longer needed. While no player has the budget for its move, no engine starts: the table is
    /// woken again later.
    pub(super) fn update_engine(self: &Arc<LiveTable>, state: &Arc<AppState>, inner: &mut Inner) {
        inner.drop_unwanted_search();
        let Some((seat, level, ply)) = inner.table.awaited_engine().filter(|_| inner.engine.is_none()) else {
            return;
        };
        let view = inner.table.view(Viewer::Seat(seat));
        let cookie_key = &state.settings.cookie_key;
        let Some(write_payer) = inner.engine_write_payer(&state.budget, cookie_key) else { return };
        let payer = inner.thinking_time_payer(cookie_key);
        inner.last_search += 1;
        let number = inner.last_search;
        let (cancel, cancelled) = oneshot::channel();
        let search = EngineSearch { number, view: view.clone(), level, payer: write_payer, _cancel: cancel };
        inner.engine = Some(search);
        let (live_table, state) = (Arc::clone(self), Arc::clone(state));
        let mut shutdown = state.shutdown.listen();
        tokio::spawn(async move {
            let mv = tokio::select! {
                () = shutdown.wait() => return,
                mv = state.engines.choose(payer, view, level) => mv,
                _ = cancelled => return,
            };
            live_table.play_engine_move(&state, number, seat, ply, mv).await;
        });
    }

    /// Plays the move that an engine chose, if the game still waits for it.
    async fn play_engine_move(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        number: u64,
        seat: Seat,
        ply: u32,
        mv: Option<AnyMove>,
    ) {
        let mut inner = self.lock_current(state).await;
        inner.drop_unwanted_search();
        let Some(search) = inner.engine.take_if(|search| search.number == number) else {
            // After a takeback it may be an engine's turn in another position.
            self.update_engine(state, &mut inner);
            return;
        };
        let Some(mv) = mv else { return };
        let request = Request { number: 1, kind: RequestKind::Move { ply, mv: mv.to_string() } };
        inner.payer = Some(search.payer);
        let played = self.commit_request(state, &mut inner, Actor::Engine(seat), &request, None).await;
        inner.payer = None;
        if let Err(refusal) = played {
            tracing::warn!(table = self.id.prefix(), %refusal, "an engine's move was refused");
        }
    }
}
