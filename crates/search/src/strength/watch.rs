//! Looks at the decisions of a game again: what was there to choose from?

use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_core::{Agent, AgentError, Control, Game, Keyed, Line, Observe, Playthrough, Seat, Value};

use super::Choice;

/// The decisions of a game so far: for each ply that was looked at, who decided and what; `None` where nobody had a
/// choice, or nobody is watched.
pub type Decisions = Vec<Option<(Seat, Choice)>>;

/// Looks at the plies of `play` from number `decisions.len()` on, and adds what was decided by seats that
/// `is_watched` names. `make_judge` makes the agent that looks at a ply, which sees what the mover saw; `share` tells
/// which share of the win a value promises. When `stop` is set, the rest is left out.
///
/// # Errors
/// What a judge says that gives no answer.
pub fn watch<G: Game + Keyed + Observe + Clone>(
    play: &Playthrough<G>,
    decisions: &mut Decisions,
    is_watched: impl Fn(Seat) -> bool,
    make_judge: impl Fn(usize) -> Result<Box<dyn Agent<G>>, AgentError>,
    share: impl Fn(Value) -> f64,
    stop: &AtomicBool,
) -> Result<(), AgentError> {
    // Games are made again from their start, because a position of the past has no way there.
    let mut then = Playthrough::new(play.game().clone(), play.start().clone());
    for (ply, &mv) in play.moves().iter().enumerate() {
        if ply >= decisions.len() {
            let seat = then.to_move().filter(|&seat| is_watched(seat));
            let decision = match seat {
                Some(seat) => choice_of(&then, mv, make_judge(ply)?.as_mut(), &share, stop)?
                    .map(|choice| (seat, choice)),
                None => None,
            };
            // An answer that was hurried says less than the others.
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            decisions.push(decision);
        }
        if then.play(mv).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// What was chosen, and from what.
fn choice_of<G: Game + Keyed + Observe>(
    play: &Playthrough<G>,
    mv: G::Move,
    judge: &mut dyn Agent<G>,
    share: &impl Fn(Value) -> f64,
    stop: &AtomicBool,
) -> Result<Option<Choice>, AgentError> {
    let n_legal = play.legal_moves().len();
    if n_legal < 2 {
        return Ok(None);
    }
    let mut unseen = |_: &_| {};
    let mut control = Control::new(stop, &mut unseen).with_lines(n_legal);
    let report = play.ask(judge, &mut control)?.report;
    let of_line = |line: &Line<G::Move>| share(line.value);
    let shares: Vec<_> = report.lines.iter().map(of_line).collect();
    let chosen = report.lines.iter().position(|line| line.mv == mv);
    Ok(Choice::new(shares, chosen, n_legal))
}
