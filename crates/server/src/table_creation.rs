//! Creating tables, and how many of them guests and addresses may have.

use std::net::IpAddr;

use table::{GuestId, Refusal, Setup, Table, TableId};

use crate::app_state::AppState;
use crate::http::Caller;
use crate::live_table::LiveTable;
use crate::store::{Append, StoreError, TableOrigin, UnfinishedTables};
use crate::store_log::StoreLog;
use crate::summary::{self, SummaryTexts};
use crate::{budget, random};

impl AppState {
    /// Creates a table and charges the payer for it. If the store cannot be written to, the charge is refunded.
    pub(crate) async fn create_table(
        &self,
        setup: Setup,
        is_listed: bool,
        opener: GuestId,
        payer: Option<Caller>,
    ) -> Result<TableId, Refusal> {
        let id = random::table_id();
        let table = Table::new(setup, self.now(), random::secret());
        let summary = summary::summarize(&id, &table, &SummaryTexts::of(&table), is_listed, opener);
        let events = table.events().map(ToString::to_string).collect();
        let opened_from = payer.map(|payer| self.settings.cookie_key.number_of(payer.address));
        let append = Append {
            id: id.clone(),
            version: 0,
            events,
            is_compaction: false,
            summary,
            has_seats_changed: true,
            opened_from,
        };
        let cost = budget::NEW_TABLE + budget::cost_of(&append);
        // Charged first: the client may disconnect while the table is being written, which does not cancel it.
        if let Some(payer) = payer {
            self.budget.charge(payer, cost);
        }
        self.append(append).await.map_err(|error| {
            static LOG: StoreLog = StoreLog::new("a table cannot be created");
            LOG.note(&error);
            if let (Some(payer), StoreError::Unavailable(_)) = (payer, &error) {
                self.budget.refund(payer, cost);
            }
            Refusal::Unavailable
        })?;
        self.metrics.tables.add(1);
        if is_listed {
            self.lobby.mark_stale();
        }
        if !self.is_shared() {
            // Its players will connect here next. With several servers they may connect to another one, which would
            // then notify this one for nothing.
            let origin = TableOrigin { is_listed, opener, opened_from };
            self.insert_table(LiveTable::new(id.clone(), table, origin));
        }
        Ok(id)
    }

    /// Refuses an address from which too many tables were opened that still wait for players or whose game has not ended.
    pub(crate) async fn check_table_limits(&self, address: IpAddr) -> Result<(), Refusal> {
        if self.settings.is_unlimited {
            return Ok(());
        }
        let address = self.settings.cookie_key.number_of(address);
        let UnfinishedTables { waiting, playing } =
            self.store.unfinished_tables_from(address).await.map_err(|_| Refusal::Unavailable)?;
        let is_allowed = waiting < self.settings.waiting_tables_per_address
            && waiting + playing < self.settings.unfinished_tables_per_address;
        if is_allowed { Ok(()) } else { Err(Refusal::TooManyTables) }
    }

    /// Refuses a guest who has too many unfinished games to open another table or to join one of another guest. A table
    /// counts from when the guest opened it.
    pub(crate) async fn check_game_limit(&self, guest: GuestId) -> Result<(), Refusal> {
        if self.settings.is_unlimited {
            return Ok(());
        }
        let games = self.store.unfinished_count(guest).await.map_err(|_| Refusal::Unavailable)?;
        if games >= self.settings.games_per_guest { Err(Refusal::TooManyGames) } else { Ok(()) }
    }
}
