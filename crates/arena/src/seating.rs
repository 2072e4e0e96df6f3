//! Who sits where, so that nobody is favoured by a seat.
//!
//! As many agents as seats: the rotations of their order. Fewer agents than seats: every way to seat
//! them in which each sits at least once. Either way every agent sits everywhere equally often.

/// For each seat, the index of the agent that sits there.
pub type Seating = Vec<usize>;

/// All seatings of `n_agents` agents on `n_seats` seats that make up one fair round.
/// Empty when there are more agents than seats, or none.
pub fn mixed_seatings(n_agents: usize, n_seats: usize) -> Vec<Seating> {
    if n_agents == 0 || n_agents > n_seats {
        return Vec::new();
    }
    if n_agents == n_seats {
        return (0..n_seats)
            .map(|shift| (0..n_seats).map(|seat| (seat + shift) % n_seats).collect())
            .collect();
    }
    let n_ways = n_agents.pow(n_seats as u32);
    let digits = |number: usize| -> Seating {
        (0..n_seats).map(|seat| number / n_agents.pow(seat as u32) % n_agents).collect()
    };
    (0..n_ways).map(digits).filter(|seating| (0..n_agents).all(|agent| seating.contains(&agent))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_agent_sits_everywhere_equally_often() {
        for n_seats in 1..=5 {
            for n_agents in 1..=n_seats {
                let seatings = mixed_seatings(n_agents, n_seats);
                let times = |agent: usize, seat: usize| seatings.iter().filter(|s| s[seat] == agent).count();
                for agent in 0..n_agents {
                    for seat in 0..n_seats {
                        assert_eq!(times(agent, seat), times(0, 0), "{n_agents} agents, {n_seats} seats");
                    }
                }
            }
        }
    }

    #[test]
    fn known_numbers_of_seatings() {
        assert_eq!(mixed_seatings(2, 2), [[0, 1], [1, 0]]);
        assert_eq!(mixed_seatings(2, 3).len(), 6);
        assert_eq!(mixed_seatings(2, 4).len(), 14);
        assert_eq!(mixed_seatings(3, 4).len(), 36);
        assert!(mixed_seatings(3, 2).is_empty());
    }
}
