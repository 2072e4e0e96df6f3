//! What makes games go on by themselves: agents at work, and clocks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use ludwerk_core::{Decision, Rng, Seat};
use ludwerk_registry::{AnyMove, Spec};

use super::{Event, Hall, Table};
use crate::engines::{Peeking, Progress, Task};
use crate::room::Room;
use crate::store::Thought;
use crate::view;

/// A game of agents that is longer than this counts as a draw.
const MOST_PLIES: usize = 1000;

/// How often at most an agent's thoughts are told.
const THOUGHTS: Duration = Duration::from_millis(200);

/// When the database could not be written, it is tried again after this time.
const RETRY: Duration = Duration::from_secs(1);

/// A turn of an agent: which game, which seat, after how many moves.
struct AgentTurn {
    table: Weak<Table>,
    seat: Seat,
    n_moves: usize,
    name: String,
    /// The flag that stops the agent; its answer counts only as long as the room has the same one.
    flag: Arc<AtomicBool>,
}

impl Hall {
    /// Sets the agent to work if it is an agent's turn and none is yet, and the clock if there is one.
    pub(super) fn drive(self: &Arc<Self>, table: &Arc<Table>) {
        let Ok(mut room) = table.room() else { return };
        if let Some(left) = room.time_left() {
            self.watch_clock(table, left);
        }
        let Some((seat, name)) = room.engine_to_move().filter(|_| room.at_work.is_none()) else { return };
        let flag = Arc::new(AtomicBool::new(false));
        let turn = AgentTurn {
            table: Arc::downgrade(table),
            seat,
            n_moves: room.moves().len(),
            name: name.to_owned(),
            flag: Arc::clone(&flag),
        };
        let Ok(spec) = turn.name.parse::<Spec>() else { return };
        let is_spare = room.is_among_engines();
        let pause = if is_spare && turn.n_moves > 0 { self.settings.pace } else { Duration::ZERO };
        let task = self.task(&room, spec, turn);
        room.at_work = Some(flag);
        drop(room);
        if pause.is_zero() {
            self.engines.decide(task, is_spare);
            return;
        }
        let hall = Arc::downgrade(self);
        self.runtime.spawn(async move {
            tokio::time::sleep(pause).await;
            if let Some(hall) = hall.upgrade() {
                hall.engines.decide(task, is_spare);
            }
        });
    }

    /// The same after a while, when the database may be well again.
    pub(super) fn drive_later(self: &Arc<Self>, table: &Arc<Table>) {
        let (hall, table) = (Arc::downgrade(self), Arc::downgrade(table));
        self.runtime.spawn(async move {
            tokio::time::sleep(RETRY).await;
            let (Some(hall), Some(table)) = (hall.upgrade(), table.upgrade()) else { return };
            let _ = tokio::task::spawn_blocking(move || hall.drive(&table)).await;
        });
    }

    fn task(self: &Arc<Self>, room: &Room, spec: Spec, turn: AgentTurn) -> Task {
        let most = self.settings.think;
        let clock = room.clock().map(|mut clock| {
            clock.control.per_move = Some(most);
            clock
        });
        let time = room.time_left().map_or(most, |left| left.min(most));
        let seed = Rng::derive(room.stored.seed.unwrap_or(0), turn.seat.idx() as u64);
        let (begun, n_moves) = (Weak::clone(&turn.table), turn.n_moves);
        let hall = Arc::downgrade(self);
        Task {
            play: room.play().clone(),
            seed: Rng::derive(seed, turn.n_moves as u64),
            spec,
            peeking: if room.peeks(turn.seat) { Peeking::Announced } else { Peeking::Refused },
            time,
            clock,
            n_lines: 1,
            stop: Arc::clone(&turn.flag),
            // Waiting for a free thread is not the agent's time.
            started: Box::new(move || {
                if let Some(table) = begun.upgrade()
                    && let Ok(mut room) = table.room()
                {
                    room.begin_turn(n_moves);
                }
            }),
            progress: tell_thoughts(room, &turn),
            done: Box::new(move |answer, _| {
                if let (Some(hall), Some(table)) = (hall.upgrade(), turn.table.upgrade()) {
                    hall.take_move(&table, &turn, answer);
                }
            }),
        }
    }

    /// An agent has answered; unless the game has gone another way meanwhile, its move is played.
    fn take_move(
        self: &Arc<Self>,
        table: &Arc<Table>,
        turn: &AgentTurn,
        answer: Result<Decision<AnyMove>, String>,
    ) {
        if self.engines.is_closed() {
            return;
        }
        let played = self.change_table(table, |room| {
            if !room.at_work.as_ref().is_some_and(|flag| Arc::ptr_eq(flag, &turn.flag)) {
                return Ok(());
            }
            room.at_work = None;
            let played = answer.and_then(|decision| {
                let thought = Thought::of(&decision.report);
                room.play_engine(decision.chosen, thought).map_err(|error| error.view().error)
            });
            if let Err(reason) = played {
                // An agent that breaks down loses; the game does not hang.
                tracing::warn!("{} broke down: {reason}", turn.name);
                room.end(turn.seat, "breakdown");
            }
            if room.is_among_engines() && room.moves().len() >= MOST_PLIES && !room.is_over() {
                room.end_too_long();
            }
            Ok(())
        });
        if let Err(error) = played {
            tracing::warn!("the move of {} is lost: {}", turn.name, error.view().error);
        }
    }

    fn watch_clock(self: &Arc<Self>, table: &Arc<Table>, left: Duration) {
        let (hall, table) = (Arc::downgrade(self), Arc::downgrade(table));
        self.runtime.spawn(async move {
            tokio::time::sleep(left + Duration::from_millis(1)).await;
            let (Some(hall), Some(table)) = (hall.upgrade(), table.upgrade()) else { return };
            let check = move || {
                let _ = hall.change_table(&table, |room| {
                    room.end_by_time();
                    Ok(())
                });
            };
            let _ = tokio::task::spawn_blocking(check).await;
        });
    }
}

/// Tells those who look on what the agent thinks, now and then, as long as anyone waits for its answer.
fn tell_thoughts(room: &Room, turn: &AgentTurn) -> Progress {
    let is_told = room.tells_thoughts();
    let (play, seat, n_moves) = (room.play().clone(), turn.seat, turn.n_moves);
    let (table, flag) = (Weak::clone(&turn.table), Arc::clone(&turn.flag));
    let mut next = Duration::ZERO;
    Box::new(move |report, elapsed| {
        let Some(table) = table.upgrade() else { return };
        if elapsed < next || flag.load(Ordering::Relaxed) {
            return;
        }
        next = elapsed + THOUGHTS;
        let report = is_told.then_some(report);
        let thinking = view::thinking(&play, seat, report, elapsed.as_secs_f64() * 1e3);
        if let Ok(mut room) = table.room.try_lock()
            && room.moves().len() == n_moves
        {
            room.thinking = Some(thinking.clone());
        }
        let _ = table.events.send(Event::Thinking(thinking));
    })
}
