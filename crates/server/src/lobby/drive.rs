//! What makes games go on by themselves: agents at work, and clocks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use ludwerk_core::{Decision, Rng, Seat};
use ludwerk_registry::{AnyMove, Spec};
use ludwerk_session::Thought;

use super::{Event, LiveGame, Lobby};
use crate::engines::{Peeking, Progress, Task};
use crate::game::Game;
use crate::view;

/// How often at most an agent's thoughts are told.
const THOUGHTS: Duration = Duration::from_millis(200);

/// When the database could not be written, it is tried again after this time.
const RETRY: Duration = Duration::from_secs(1);

/// A turn of an agent: which game, which seat, after how many moves.
struct AgentTurn {
    game: Weak<LiveGame>,
    seat: Seat,
    n_moves: usize,
    /// The flag that stops the agent; its answer counts only as long as the game has the same one.
    flag: Arc<AtomicBool>,
}

impl Lobby {
    /// Sets the agent to work if it is an agent's turn and none is yet, and the clock if there is one.
    pub(super) fn drive(self: &Arc<Self>, live: &Arc<LiveGame>) {
        let Ok(mut game) = live.game() else { return };
        if let Some(left) = game.session().time_left(Instant::now()) {
            self.watch_clock(live, left);
        }
        let session = game.session();
        let Some((seat, spec)) = session.engine_to_move().filter(|_| game.at_work.is_none()) else { return };
        let flag = Arc::new(AtomicBool::new(false));
        let n_moves = session.played().len();
        let turn = AgentTurn { game: Arc::downgrade(live), seat, n_moves, flag: Arc::clone(&flag) };
        let is_spare = session.is_among_engines();
        let pause = if is_spare && n_moves > 0 { self.settings.pace } else { Duration::ZERO };
        let task = self.task(&game, spec.clone(), turn);
        game.at_work = Some(flag);
        drop(game);
        if pause.is_zero() {
            self.engines.decide(task, is_spare);
            return;
        }
        let lobby = Arc::downgrade(self);
        self.runtime.spawn(async move {
            tokio::time::sleep(pause).await;
            if let Some(lobby) = lobby.upgrade() {
                lobby.engines.decide(task, is_spare);
            }
        });
    }

    /// The same after a while, when the database may be well again.
    pub(super) fn drive_later(self: &Arc<Self>, live: &Arc<LiveGame>) {
        let (lobby, live) = (Arc::downgrade(self), Arc::downgrade(live));
        self.runtime.spawn(async move {
            tokio::time::sleep(RETRY).await;
            let (Some(lobby), Some(live)) = (lobby.upgrade(), live.upgrade()) else { return };
            let _ = tokio::task::spawn_blocking(move || lobby.drive(&live)).await;
        });
    }

    fn task(self: &Arc<Self>, game: &Game, spec: Spec, turn: AgentTurn) -> Task {
        let (session, now, most) = (game.session(), Instant::now(), self.settings.think);
        let clock = session.clock(now).map(|mut clock| {
            clock.control.per_move = Some(most);
            clock
        });
        let seed = Rng::derive(session.setting().seed, turn.seat.idx() as u64);
        let (begun, n_moves) = (Weak::clone(&turn.game), turn.n_moves);
        let lobby = Arc::downgrade(self);
        Task {
            play: Arc::clone(session.play()),
            seed: Rng::derive(seed, n_moves as u64),
            spec,
            peeking: if session.peeks(turn.seat) { Peeking::Announced } else { Peeking::Refused },
            time: session.time_left(now).map_or(most, |left| left.min(most)),
            clock,
            n_lines: 1,
            stop: Arc::clone(&turn.flag),
            // Waiting for a free thread is not the agent's time.
            started: Box::new(move || {
                if let Some(live) = begun.upgrade()
                    && let Ok(mut game) = live.game()
                {
                    game.begin_turn(n_moves);
                }
            }),
            progress: tell_thoughts(game, &turn),
            done: Box::new(move |answer, _| {
                if let (Some(lobby), Some(live)) = (lobby.upgrade(), turn.game.upgrade()) {
                    lobby.take_move(&live, &turn, answer);
                }
            }),
        }
    }

    /// An agent has answered; unless the game has gone another way meanwhile, its move is played.
    fn take_move(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        turn: &AgentTurn,
        answer: Result<Decision<AnyMove>, String>,
    ) {
        if self.engines.is_closed() {
            return;
        }
        let played = self.change_live(live, |game| {
            if game.at_work.as_ref().is_some_and(|flag| Arc::ptr_eq(flag, &turn.flag)) {
                game.at_work = None;
                game.play_engine(turn.seat, answer.map(|found| (found.chosen, Thought::of(&found.report))));
            }
            Ok(())
        });
        if let Err(error) = played {
            tracing::warn!("a move of seat {} is lost: {}", turn.seat.idx(), error.view().error);
        }
    }

    fn watch_clock(self: &Arc<Self>, live: &Arc<LiveGame>, left: Duration) {
        let (lobby, live) = (Arc::downgrade(self), Arc::downgrade(live));
        self.runtime.spawn(async move {
            tokio::time::sleep(left + Duration::from_millis(1)).await;
            let (Some(lobby), Some(live)) = (lobby.upgrade(), live.upgrade()) else { return };
            let check = move || {
                let _ = lobby.change_live(&live, |game| {
                    game.end_by_time();
                    Ok(())
                });
            };
            let _ = tokio::task::spawn_blocking(check).await;
        });
    }
}

/// Tells the subscribers what the agent thinks, now and then, as long as anyone waits for its answer.
fn tell_thoughts(game: &Game, turn: &AgentTurn) -> Progress {
    let is_told = game.session().tells_thoughts();
    let (play, seat, n_moves) = (Arc::clone(game.session().play()), turn.seat, turn.n_moves);
    let (live, flag) = (Weak::clone(&turn.game), Arc::clone(&turn.flag));
    let mut next = Duration::ZERO;
    Box::new(move |report, elapsed| {
        let Some(live) = live.upgrade() else { return };
        if elapsed < next || flag.load(Ordering::Relaxed) {
            return;
        }
        next = elapsed + THOUGHTS;
        let report = is_told.then_some(report);
        let thinking = view::thinking(&play, seat, report, elapsed.as_secs_f64() * 1e3);
        if let Ok(mut game) = live.game.try_lock() {
            game.set_thinking(thinking.clone(), n_moves);
        }
        let _ = live.events.send(Event::Thinking(thinking));
    })
}
