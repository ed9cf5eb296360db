//! Simulates the delays of moves: they queue for the cores of a server, wait until the server's last batch is on the
//! disk of their database, share the next batch, and queue for the cores and the disk of the database.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The most appends in a batch, as in the server.
const MAX_BATCH: usize = 256;

/// The parameters of a simulation. Times are in seconds.
#[derive(Clone, Debug)]
pub(super) struct Load {
    pub(super) moves_per_second: f64,
    pub(super) servers: usize,
    pub(super) server_cores: usize,
    pub(super) databases: usize,
    pub(super) db_cores: usize,
    /// Processor time of a server for a move.
    pub(super) server_cpu: f64,
    /// Processor time of a database for an append, and for a batch without its appends.
    pub(super) append_cpu: f64,
    pub(super) batch_cpu: f64,
    /// How long the disk takes to write.
    pub(super) fsync: f64,
}

/// The delays of moves in seconds, sorted; and whether the queues grew without bound.
#[derive(Debug)]
pub(super) struct Delays {
    sorted: Vec<f64>,
    is_overloaded: bool,
}

impl Delays {
    /// The delay in milliseconds that this fraction of the moves did not exceed.
    pub(super) fn quantile(&self, fraction: f64) -> f64 {
        let last = self.sorted.len().saturating_sub(1);
        self.sorted.get((last as f64 * fraction) as usize).map_or(f64::NAN, |delay| delay * 1000.0)
    }

    /// The quantile as text, or that the queues grew without bound.
    pub(super) fn describe(&self, fraction: f64) -> String {
        if self.is_overloaded {
            "overloaded".to_owned()
        } else {
            format!("{:.1} ms", self.quantile(fraction))
        }
    }
}

/// A time that can be ordered.
#[derive(Clone, Copy, PartialEq)]
struct At(f64);

impl Eq for At {}

impl PartialOrd for At {
    fn partial_cmp(&self, other: &At) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for At {
    fn cmp(&self, other: &At) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Cores that process work in order of arrival.
struct Cores(BinaryHeap<Reverse<At>>);

impl Cores {
    fn new(count: usize) -> Cores {
        Cores((0..count.max(1)).map(|_| Reverse(At(0.0))).collect())
    }

    /// When work that arrives at this time is done.
    fn work(&mut self, at: f64, takes: f64) -> f64 {
        let free = self.0.pop().map_or(0.0, |Reverse(At(free))| free);
        let done = free.max(at) + takes;
        self.0.push(Reverse(At(done)));
        done
    }
}

/// A simulated event, ordered by its time.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum SimulationEvent {
    /// A server has handled a move, which waits for the appender of this number.
    Handled { appender: usize, sent: At },
    /// A batch of an appender is on disk.
    Written { appender: usize },
}

/// The connection of one server to one database: one batch at a time.
#[derive(Default)]
struct Appender {
    waiting: VecDeque<f64>,
    underway: Vec<f64>,
}

/// Simulates this many seconds.
pub(super) fn simulate(load: &Load, seconds: f64) -> Delays {
    let mut random = Random(1);
    let mut servers: Vec<Cores> = (0..load.servers).map(|_| Cores::new(load.server_cores)).collect();
    let mut databases: Vec<(Cores, f64)> =
        (0..load.databases).map(|_| (Cores::new(load.db_cores), 0.0)).collect();
    let mut appenders: Vec<Appender> =
        (0..load.servers * load.databases).map(|_| Appender::default()).collect();
    let mut queue: BinaryHeap<Reverse<(At, SimulationEvent)>> = BinaryHeap::new();
    let mut now = 0.0;
    while now < seconds {
        now += -(1.0 - random.unit()).ln() / load.moves_per_second;
        let (server, database) = (random.below(load.servers), random.below(load.databases));
        let handled = servers[server].work(now, load.server_cpu);
        let appender = server * load.databases + database;
        queue.push(Reverse((At(handled), SimulationEvent::Handled { appender, sent: At(now) })));
    }
    let mut delays = Vec::new();
    while let Some(Reverse((At(now), event))) = queue.pop() {
        let number = match event {
            SimulationEvent::Handled { appender, sent: At(sent) } => {
                appenders[appender].waiting.push_back(sent);
                appender
            }
            SimulationEvent::Written { appender } => {
                delays.extend(appenders[appender].underway.drain(..).map(|sent| now - sent));
                appender
            }
        };
        let appender = &mut appenders[number];
        if appender.underway.is_empty() && !appender.waiting.is_empty() {
            let count = appender.waiting.len().min(MAX_BATCH);
            appender.underway.extend(appender.waiting.drain(..count));
            let (cores, disk_free) = &mut databases[number % load.databases];
            let computed = cores.work(now, load.batch_cpu + count as f64 * load.append_cpu);
            // Batches that become ready while the disk is writing share its next write.
            let written = match *disk_free {
                free if computed <= free - load.fsync => free,
                free => computed.max(free) + load.fsync,
            };
            *disk_free = written;
            queue.push(Reverse((At(written), SimulationEvent::Written { appender: number })));
        }
    }
    // The first half fills the queues. If the last moves wait far longer than the middle ones, the queues grow without
    // bound.
    let late = delays.len() * 9 / 10;
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64;
    let is_overloaded = mean(&delays[late..]) > 2.0 * mean(&delays[delays.len() / 3..delays.len() / 2])
        && mean(&delays[late..]) > 0.1;
    let mut sorted = delays.split_off(delays.len() / 5);
    sorted.sort_by(f64::total_cmp);
    Delays { sorted, is_overloaded }
}

/// A random number generator with a fixed seed (SplitMix64).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A random number in [0, 1).
    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        ((self.unit() * count as f64) as usize).min(count.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIGHT: Load = Load {
        moves_per_second: 100.0,
        servers: 1,
        server_cores: 2,
        databases: 1,
        db_cores: 2,
        server_cpu: 0.0002,
        append_cpu: 0.0003,
        batch_cpu: 0.0005,
        fsync: 0.002,
    };

    #[test]
    fn a_move_at_an_idle_server_takes_what_its_parts_take() {
        let delays = simulate(&Load { moves_per_second: 1.0, ..LIGHT }, 200.0);
        let alone = 1000.0 * (LIGHT.server_cpu + LIGHT.append_cpu + LIGHT.batch_cpu + LIGHT.fsync);
        assert!((delays.quantile(0.5) - alone).abs() < 0.01, "{} {alone}", delays.quantile(0.5));
        assert!(!delays.is_overloaded);
    }

    #[test]
    fn more_moves_than_the_cores_can_handle_are_an_overload() {
        // The database can do 2 / 0.0003 appends a second, however large the batches are.
        assert!(!simulate(&Load { moves_per_second: 2500.0, ..LIGHT }, 10.0).is_overloaded);
        assert_eq!(simulate(&Load { moves_per_second: 8000.0, ..LIGHT }, 10.0).describe(0.99), "overloaded");
    }

    #[test]
    fn batches_let_many_moves_share_a_slow_disk() {
        let slow = Load { moves_per_second: 2000.0, fsync: 0.010, ..LIGHT };
        let delays = simulate(&slow, 10.0);
        assert!(!delays.is_overloaded && delays.quantile(0.99) < 80.0, "{}", delays.quantile(0.99));
    }
}
