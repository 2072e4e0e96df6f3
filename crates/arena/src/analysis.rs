//! A game looked at afterwards: what an agent thinks of every position, and how good the moves were.
//!
//! Every position is looked at by an agent of its own, so that the order and the number of threads change nothing. An
//! agent sees what the mover saw: in a game with secrets its observation, else the position with the way there.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Game, Keyed, Notation, Observe, Playthrough, Report, Seat, Turn,
    Value,
};

use crate::judgement::{After, Judgement, Question, Verdict, judge};

/// What an agent thinks of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Look<M> {
    /// Whose turn it is.
    pub seat: Seat,
    /// What the agent would play.
    pub chosen: M,
    /// Why.
    pub report: Report<M>,
}

/// What there is to look at in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A player has a choice.
    Choice(Seat),
    /// A player has one legal move.
    Forced(Seat),
    /// Chance is to move.
    Chance,
    /// The game is over.
    Over,
}

/// How to look.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Of how many moves the values are wanted.
    pub n_lines: usize,
    /// How many positions are looked at at the same time.
    pub n_threads: NonZeroUsize,
    /// Set when somebody wants to stop.
    pub stop: &'a AtomicBool,
}

/// The positions of a game, from the start to the last one.
pub fn spots<G: Game + Keyed + Clone>(play: &Playthrough<G>) -> Vec<Spot> {
    let n_plies = play.moves().len();
    let spot = |ply: usize| {
        let is_over = ply == n_plies && play.outcome().is_some();
        let Some(state) = play.state_at(ply).filter(|_| !is_over) else { return Spot::Over };
        match play.game().turn(state) {
            Turn::Over => Spot::Over,
            Turn::Chance => Spot::Chance,
            Turn::Player(seat) if play.game().count_moves(state) == 1 => Spot::Forced(seat),
            Turn::Player(seat) => Spot::Choice(seat),
        }
    };
    (0..=n_plies).map(spot).collect()
}

/// Has an agent look at every position in which somebody has a choice. `make_agent` makes the one for a ply; `on_look`
/// is told how many positions are done. When the plan's flag is set, what was not looked at to the end is left out.
///
/// # Errors
/// What the first agent in the order of the plies says that gives no answer.
pub fn look<G: Game + Keyed + Observe + Notation + Clone>(
    play: &Playthrough<G>,
    make_agent: &(dyn Fn(usize) -> Box<dyn Agent<G>> + Sync),
    plan: Plan<'_>,
    on_look: &mut dyn FnMut(usize),
) -> Result<BTreeMap<usize, Look<G::Move>>, AgentError> {
    let is_choice = |(ply, spot): (usize, Spot)| matches!(spot, Spot::Choice(_)).then_some(ply);
    let wanted: Vec<_> = spots(play).into_iter().enumerate().filter_map(is_choice).collect();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut answers = BTreeMap::new();
    std::thread::scope(|scope| {
        for _ in 0..plan.n_threads.get().min(wanted.len()) {
            let (sender, next, wanted) = (sender.clone(), &next, &wanted);
            scope.spawn(move || {
                while let Some(&ply) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let answer = look_at(play, ply, make_agent(ply).as_mut(), plan);
                    // An answer that was hurried says less than the others, so it is none.
                    if plan.stop.load(Ordering::Relaxed) || sender.send((ply, answer)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (ply, answer) in receiver {
            answers.insert(ply, answer);
            on_look(answers.len());
        }
    });
    answers.into_iter().map(|(ply, answer)| answer.map(|look| (ply, look))).collect()
}

fn look_at<G: Game + Keyed + Observe + Notation + Clone>(
    play: &Playthrough<G>,
    ply: usize,
    agent: &mut dyn Agent<G>,
    plan: Plan<'_>,
) -> Result<Look<G::Move>, AgentError> {
    let mut then = play.clone();
    while then.moves().len() > ply {
        then.undo();
    }
    let seat = then.to_move().ok_or_else(|| AgentError::Failed("nobody is to move".to_owned()))?;
    let mut unseen = |_: &Report<G::Move>| {};
    let mut control = Control::new(plan.stop, &mut unseen).with_lines(plan.n_lines);
    let Decision { chosen, report } = then.ask(agent, &mut control)?;
    Ok(Look { seat, chosen, report })
}

/// A move of the game, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Who played it; `None` for chance.
    pub seat: Option<Seat>,
    /// Whether it was the only legal one.
    pub forced: bool,
    /// The share of the win that each seat could expect before the move, as far as it is known.
    pub shares: Vec<Option<f64>>,
    /// How good the move was; `None` for forced moves, chance, and where too little is known.
    pub verdict: Option<Verdict>,
}

/// Judges all moves. `share` tells which share of the win a value promises.
pub fn judge_all<G: Game + Keyed + Clone>(
    play: &Playthrough<G>,
    looks: &BTreeMap<usize, Look<G::Move>>,
    share: &dyn Fn(Value) -> f64,
) -> Vec<Judged> {
    let spots = spots(play);
    let n_seats = play.game().n_seats();
    let judged = |(ply, &mv): (usize, &G::Move)| {
        let (seat, forced) = match spots[ply] {
            Spot::Choice(seat) => (Some(seat), false),
            Spot::Forced(seat) => (Some(seat), true),
            Spot::Chance | Spot::Over => (None, false),
        };
        let shares = shares_of(&after(play, &spots, looks, share, ply), n_seats);
        let look = looks.get(&ply);
        let verdict = look.and_then(|look| {
            let lines: Vec<_> = look.report.lines.iter().map(|line| (line.mv, share(line.value))).collect();
            judge(&Question {
                n_seats,
                hidden: play.game().info().is_hidden(),
                seat: look.seat,
                played: mv,
                best: look.chosen,
                share: share(look.report.value?),
                lines: &lines,
                exact: false,
                after: &after(play, &spots, looks, share, ply + 1),
            })
        });
        Judged { seat, forced, shares, verdict }
    };
    play.moves().iter().enumerate().map(judged).collect()
}

/// The ply from `ply` on at which something other than a forced move comes.
pub fn next_choice(spots: &[Spot], ply: usize) -> usize {
    (ply..spots.len()).find(|&at| !matches!(spots[at], Spot::Forced(_))).unwrap_or(spots.len())
}

/// What is known of the position at `ply`. Where there was no choice it is worth what the next one is; what luck brings
/// is not looked through.
fn after<G: Game + Keyed + Clone>(
    play: &Playthrough<G>,
    spots: &[Spot],
    looks: &BTreeMap<usize, Look<G::Move>>,
    share: &dyn Fn(Value) -> f64,
    ply: usize,
) -> After {
    let at = next_choice(spots, ply);
    match spots.get(at) {
        Some(Spot::Over) => {
            play.outcome().map_or(After::Unknown, |outcome| After::Over(outcome.returns.as_slice().to_vec()))
        }
        Some(Spot::Choice(seat)) => {
            let Some(look) = looks.get(&at) else { return After::Unknown };
            let Some(value) = look.report.value else { return After::Unknown };
            let shares = look.report.values.iter().map(|&value| share(value)).collect();
            After::Looked { seat: *seat, share: share(value), shares }
        }
        _ => After::Unknown,
    }
}

/// The share of every seat in a position, as far as it is known.
fn shares_of(known: &After, n_seats: usize) -> Vec<Option<f64>> {
    Seat::all(n_seats)
        .map(|each| match known {
            After::Over(returns) => returns.get(each.idx()).copied(),
            After::Looked { seat, share, .. } if *seat == each => Some(*share),
            After::Looked { share, .. } if n_seats == 2 => Some(1.0 - share),
            After::Looked { shares, .. } => shares.get(each.idx()).copied(),
            After::Unknown => None,
        })
        .collect()
}

/// The share of every seat in the last position, as far as it is known.
pub fn final_shares<G: Game + Keyed + Clone>(
    play: &Playthrough<G>,
    looks: &BTreeMap<usize, Look<G::Move>>,
    share: &dyn Fn(Value) -> f64,
) -> Vec<Option<f64>> {
    let known = after(play, &spots(play), looks, share, play.moves().len());
    shares_of(&known, play.game().n_seats())
}

/// How a seat played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatSummary {
    /// The moves that were judged.
    pub n_moves: usize,
    /// How many of them were as good as the best.
    pub n_best: usize,
    /// How many inaccuracies, mistakes and blunders.
    pub n_weak: [usize; 3],
    /// The mean of what the moves gave away; `None` without a judged move.
    pub mean_loss: Option<f64>,
}

/// How each of `n_seats` seats played.
pub fn summary(moves: &[Judged], n_seats: usize) -> Vec<SeatSummary> {
    let of_seat = |seat: Seat| {
        let verdicts: Vec<_> =
            moves.iter().filter(|mv| mv.seat == Some(seat)).filter_map(|mv| mv.verdict).collect();
        let count = |wanted: Judgement| verdicts.iter().filter(|each| each.judgement == wanted).count();
        let n_moves = verdicts.len();
        let loss: f64 = verdicts.iter().map(|verdict| verdict.loss).sum();
        SeatSummary {
            n_moves,
            n_best: count(Judgement::Best),
            n_weak: [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder].map(count),
            mean_loss: (n_moves > 0).then(|| loss / n_moves as f64),
        }
    };
    Seat::all(n_seats).map(of_seat).collect()
}
