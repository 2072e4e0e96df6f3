//! What makes games go on by themselves: agents at work, and clocks.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Weak};
use std::time::Duration;

use ludwerk_core::{Decision, Notation as _, Rng, Seat};
use ludwerk_registry::{AnyMove, Spec};

use super::{Event, Hall, Table, lock};
use crate::engines::Task;
use crate::room::Room;
use crate::view;

/// A game of agents that is longer than this counts as a draw.
const MOST_PLIES: usize = 1000;

impl Hall {
    /// Sets the agent to work if it is an agent's turn, and the clock if there is one.
    pub(super) fn drive(self: &Arc<Self>, table: &Arc<Table>) {
        let room = lock(&table.room);
        if let Some(left) = room.time_left() {
            self.watch_clock(table, left);
        }
        if lock(&table.at_work).is_some() {
            return;
        }
        let Some((seat, spec)) = room.engine_to_move() else { return };
        let stop = Arc::new(AtomicBool::new(false));
        *lock(&table.at_work) = Some(Arc::clone(&stop));
        let pause = if room.is_among_engines() && !room.moves().is_empty() {
            self.settings.pace
        } else {
            Duration::ZERO
        };
        let task = match spec.parse::<Spec>() {
            Ok(spec) => self.move_task(table, &room, seat, spec, stop),
            Err(error) => {
                let reason = format!("{spec} broke down: {error}");
                drop(room);
                self.end_of_engine(table, seat, &reason);
                return;
            }
        };
        drop(room);
        if pause.is_zero() {
            self.engines.decide(task);
        } else {
            let hall = Arc::downgrade(self);
            self.runtime.spawn(async move {
                tokio::time::sleep(pause).await;
                if let Some(hall) = hall.upgrade() {
                    hall.engines.decide(task);
                }
            });
        }
    }

    fn move_task(
        self: &Arc<Self>,
        table: &Arc<Table>,
        room: &Room,
        seat: Seat,
        spec: Spec,
        stop: Arc<AtomicBool>,
    ) -> Task {
        /// On a clock an agent uses at most this part of what is left, so that it never runs out.
        const PART_OF_CLOCK: u32 = 20;
        let time = room
            .time_left()
            .map_or(self.settings.think, |left| (left / PART_OF_CLOCK).min(self.settings.think));
        let n_moves = room.moves().len();
        let (hall, weak_table) = (Arc::downgrade(self), Arc::downgrade(table));
        let (shown, name, flag) = (room.play().clone(), spec.to_string(), Arc::clone(&stop));
        let progress_table = Weak::clone(&weak_table);
        Task {
            play: room.play().clone(),
            seed: Rng::derive(Rng::derive(room.stored.seed.unwrap_or(0), seat as u64), n_moves as u64),
            spec,
            time,
            n_lines: 1,
            stop,
            progress: Box::new(move |report, elapsed| {
                let Some(table) = progress_table.upgrade() else { return };
                let thinking = view::thinking(&shown, seat, report, elapsed.as_secs_f64() * 1e3);
                if let Ok(mut room) = table.room.try_lock()
                    && room.moves().len() == n_moves
                {
                    room.thinking = Some(thinking.clone());
                }
                let _ = table.events.send(Event::Thinking(thinking));
            }),
            done: Box::new(move |answer, _| {
                let (Some(hall), Some(table)) = (hall.upgrade(), weak_table.upgrade()) else { return };
                hall.take_move(&table, seat, n_moves, &name, &flag, answer);
            }),
        }
    }

    /// An agent has answered; unless the game has gone another way meanwhile, its move is played.
    fn take_move(
        self: &Arc<Self>,
        table: &Arc<Table>,
        seat: Seat,
        n_moves: usize,
        name: &str,
        flag: &Arc<AtomicBool>,
        answer: Result<Decision<AnyMove>, String>,
    ) {
        {
            let mut at_work = lock(&table.at_work);
            if !at_work.as_ref().is_some_and(|stop| Arc::ptr_eq(stop, flag)) {
                return;
            }
            *at_work = None;
        }
        let decision = match answer {
            Ok(decision) => decision,
            Err(reason) => return self.end_of_engine(table, seat, &format!("{name} broke down: {reason}")),
        };
        let played = self.change_table(table, |room| {
            if room.moves().len() != n_moves || room.engine_to_move().is_none_or(|(mover, _)| mover != seat) {
                return Ok(());
            }
            let text = room.play().game().move_text(room.play().state(), decision.chosen);
            room.play_engine(&text, decision.report.value, decision.report.of_shares)?;
            if room.is_among_engines() && room.moves().len() >= MOST_PLIES && !room.is_over() {
                room.end_too_long();
            }
            Ok(())
        });
        if let Err(error) = played {
            self.end_of_engine(table, seat, &format!("{name} broke down: {}", error.view().error));
        }
    }

    /// An agent that breaks down loses; the game does not hang.
    fn end_of_engine(self: &Arc<Self>, table: &Arc<Table>, seat: Seat, reason: &str) {
        tracing::warn!("{reason}");
        let _ = self.change_table(table, |room| {
            if !room.is_over() {
                room.end(seat, "breakdown");
            }
            Ok(())
        });
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
