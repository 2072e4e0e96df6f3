//! Which moves of a game were weak: how much of the win each gave away, by one table of thresholds.
//!
//! A move is measured by shares of the win, whatever the agent's values are: what the mover could expect before it,
//! less what was kept after it.

use std::fmt;

use ludwerk_core::Seat;

/// What a move was worth beside the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// The move that the agent would play, or one that is worth as much.
    Best,
    /// A little less; nothing to speak of.
    Good,
    /// A small part of the win is gone.
    Inaccuracy,
    /// A good part of the win is gone.
    Mistake,
    /// Much of the win is gone.
    Blunder,
}

/// The marks, the heaviest first, with the least drop of the mover's share that earns each.
pub const DROPS: [(Judgement, f64); 3] =
    [(Judgement::Blunder, 0.3), (Judgement::Mistake, 0.16), (Judgement::Inaccuracy, 0.08)];

/// Shares are rounded on their way; a drop that equals the threshold must not depend on that.
const TOLERANCE: f64 = 1e-9;

impl Judgement {
    /// The mark that a drop earns; a good move where it earns none.
    pub fn of_drop(drop: f64) -> Self {
        let earned = DROPS.into_iter().find(|(_, least)| drop >= least - TOLERANCE);
        earned.map_or(Self::Good, |(judgement, _)| judgement)
    }

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The sign that is written behind a weak move, as chess players do; nothing for the others.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A move with what is known of the positions before and after it. All shares are shares of the win.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<'a, M> {
    /// The number of seats.
    pub n_seats: usize,
    /// Whether others know what the mover does not, so that their view of the position after the move is no measure
    /// of the choice.
    pub hidden: bool,
    /// Whose move it is.
    pub seat: Seat,
    /// What was played.
    pub played: M,
    /// What the agent would play.
    pub best: M,
    /// What the mover can expect before the move.
    pub share: f64,
    /// The moves that were compared before it, best first, with what the mover can expect of each.
    pub lines: &'a [(M, f64)],
    /// Whether the values come from the table of a solved game, which knows each move by itself.
    pub exact: bool,
    /// What is known after it.
    pub after: &'a After,
}

/// The position after a move.
#[derive(Clone, Debug, PartialEq)]
pub enum After {
    /// The game is over, with these returns.
    Over(Vec<f64>),
    /// An agent has looked at it.
    Looked {
        /// Whose turn it is there.
        seat: Seat,
        /// What that seat can expect.
        share: f64,
        /// The same for each seat, where the agent tells it; otherwise empty.
        shares: Vec<f64>,
    },
    /// Nobody has looked, or nobody can tell.
    Unknown,
}

/// What became of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// What the mover can expect after it.
    pub kept: f64,
    /// How much of the win it gave away, from 0 to 1.
    pub loss: f64,
    /// The word for it.
    pub judgement: Judgement,
}

/// Judges a move; `None` where too little is known.
pub fn judge<M: Copy + PartialEq>(question: &Question<'_, M>) -> Option<Verdict> {
    let share = question.share;
    if question.played == question.best {
        return Some(Verdict { kept: share, loss: 0.0, judgement: Judgement::Best });
    }
    let kept = share_kept(question)?;
    let drop = share - kept;
    let judgement = if drop <= 0.0 { Judgement::Best } else { Judgement::of_drop(drop) };
    Some(Verdict { kept, loss: drop.max(0.0), judgement })
}

/// The share that the mover has after the move. The position after it tells that where it can. Otherwise the lines
/// beside the best one do, and a move that is not among them is worth at most the last of them.
fn share_kept<M: Copy + PartialEq>(question: &Question<'_, M>) -> Option<f64> {
    let &Question { n_seats, seat: mover, lines, .. } = question;
    let line = lines.iter().find(|(mv, _)| *mv == question.played).map(|&(_, share)| share);
    match question.after {
        After::Over(returns) => return returns.get(mover.idx()).copied(),
        // A table needs nobody to look at what followed.
        _ if question.exact && line.is_some() => return line,
        After::Looked { seat, share, .. } if *seat == mover => return Some(*share),
        // What the others expect counts their secrets in; the mover's own look at the move does not.
        After::Looked { .. } if question.hidden => {}
        After::Looked { share, .. } if n_seats == 2 => return Some(1.0 - share),
        After::Looked { shares, .. } if line.is_none() && shares.len() == n_seats => {
            return shares.get(mover.idx()).copied();
        }
        After::Looked { .. } | After::Unknown => {}
    }
    let last = lines.last().map(|&(_, share)| share);
    line.or(last).filter(|_| (n_seats > 2 || question.hidden) && lines.len() > 1)
}
