//! Clocks: what is left to each seat, and the end of a game whose time has run out.

use std::time::{Duration, Instant};

use ludwerk_core::{Clock, Seat, TimeControl};

use crate::{Session, TIME, turns};

impl<P> Session<P> {
    /// Whether the present turn is the one after so many moves: then it begins now.
    pub fn begin_turn(&mut self, n_moves: usize, now: Instant) {
        if self.played().len() == n_moves && !self.is_over() {
            self.turn_began = now;
        }
    }

    /// How long whoever is to move has been thinking, in milliseconds.
    pub(crate) fn turn_ms(&self, now: Instant) -> f64 {
        (now.saturating_duration_since(self.turn_began).as_secs_f64() * 1e6).round() / 1e3
    }

    /// What is left on the clock of a seat, in milliseconds; below zero once it has run out. The first move of each seat
    /// is free, so that nobody loses before he has come.
    pub fn clock_ms(&self, seat: Seat, now: Instant) -> Option<f64> {
        let TimeControl { game, increment, .. } = self.setting.clock?;
        let own = || (0..self.played().len()).filter(|&ply| self.play.seat_at(ply) == Some(seat));
        let gain = |ply| if turns::ends_turn(&self.play, ply) { millis(increment) } else { 0.0 };
        let spent: f64 = own().skip(1).map(|ply| self.played()[ply].ms.unwrap_or(0.0) - gain(ply)).sum();
        let pending = match &self.setting.ended {
            _ if self.play.to_move() != Some(seat) || own().next().is_none() => 0.0,
            Some(end) => end.turn_ms.unwrap_or(0.0),
            None => self.turn_ms(now),
        };
        Some(millis(game?) - spent - pending)
    }

    /// How long whoever is to move has left; `None` while no clock runs.
    pub fn time_left(&self, now: Instant) -> Option<Duration> {
        let seat = self.play.to_move().filter(|_| !self.is_over())?;
        (0..self.played().len()).find(|&ply| self.play.seat_at(ply) == Some(seat))?;
        self.clock_ms(seat, now).map(duration)
    }

    /// The clocks as an agent is told them; `None` while no clock runs for whoever is to move.
    pub fn clock(&self, now: Instant) -> Option<Clock> {
        self.time_left(now)?;
        let control = self.setting.clock?;
        let left = self.seats().map(|seat| self.clock_ms(seat, now).map_or(Duration::ZERO, duration));
        Some(Clock { control, left: left.collect(), margin: Duration::ZERO })
    }

    /// Ends the game if the clock of whoever is to move has run out; whether it has.
    pub fn end_by_time(&mut self, now: Instant) -> bool {
        match (self.time_left(now), self.play.to_move()) {
            (Some(left), Some(seat)) if left.is_zero() => {
                self.end(seat, TIME, now);
                true
            }
            _ => false,
        }
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Nothing of what has run out.
fn duration(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms.max(0.0) / 1e3).unwrap_or_default()
}
