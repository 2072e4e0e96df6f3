//! Series: a test of people against agents, and its table.
//!
//! A series is a set of games of one kind, each of one or more people against agents. Its table has the columns in which
//! such tests are published: for every opponent, each person with the number of plays and the percentage of them that
//! was won; and besides them what an honest reader asks for: draws, losses, the 95% interval, and games that were begun
//! and never finished.

pub mod folder;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::stats::{Tally, interval};

/// One game of a series, as one of its people has it.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesGame {
    /// The person's name.
    pub person: String,
    /// Who sat at the other seats, in their order: specs of agents, names of people.
    pub opponents: Vec<String>,
    /// Whether an opponent looked at what its seat may not see.
    pub peeks: bool,
    /// The person's share of the win; `None` for a game that was not finished.
    pub share: Option<f64>,
}

/// What one person has, or all of them, against one opponent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PersonRow {
    /// The person's name; empty for all together.
    pub person: String,
    /// Games that were finished.
    pub plays: usize,
    /// Wins that were not shared.
    pub wins: usize,
    /// Shared wins.
    pub draws: usize,
    /// Games without any share.
    pub losses: usize,
    /// The part of the plays that was won; `None` before the first.
    pub win_rate: Option<f64>,
    /// The 95% interval of that part.
    pub win_rate_ci95: (f64, f64),
    /// The mean share of the win, to which a draw counts its part; `None` before the first play.
    pub score: Option<f64>,
    /// The 95% interval of the score.
    pub score_ci95: (f64, f64),
    /// Games that were begun and not finished; they count for nothing else.
    pub unfinished: usize,
}

/// What all people have against one opponent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpponentTable {
    /// Who sat at the other seats; one name where all are the same.
    pub opponent: String,
    /// Whether it looked at what its seat may not see.
    pub peeks: bool,
    /// The people, in the order in which they came.
    pub people: Vec<PersonRow>,
    /// All of them together.
    pub all: PersonRow,
}

impl OpponentTable {
    /// The table of an opponent whom nobody has met yet.
    pub fn of_nobody(opponent: &str, peeks: bool) -> Self {
        let all = Counts::default().row("");
        Self { opponent: opponent.to_owned(), peeks, people: Vec::new(), all }
    }
}

/// The counts behind a row.
#[derive(Default)]
struct Counts {
    tally: Tally,
    plays: usize,
    unfinished: usize,
}

impl Counts {
    fn add(&mut self, game: &SeriesGame) {
        match game.share {
            Some(share) => {
                self.tally.add(share, 1, game.opponents.len() + 1);
                self.plays += 1;
            }
            None => self.unfinished += 1,
        }
    }

    fn row(&self, person: &str) -> PersonRow {
        let summary = self.tally.summary();
        let won = [(1.0, summary.wins), (0.0, self.plays - summary.wins)];
        let whole = |number: f64| (self.plays > 0).then_some(number);
        PersonRow {
            person: person.to_owned(),
            plays: self.plays,
            wins: summary.wins,
            draws: summary.draws,
            losses: summary.losses,
            win_rate: whole(summary.wins as f64 / self.plays as f64),
            win_rate_ci95: interval(won.into_iter().filter(|&(_, times)| times > 0)),
            score: whole(summary.score),
            score_ci95: summary.ci95,
            unfinished: self.unfinished,
        }
    }
}

/// The table of a series: one part for every opponent, in the order in which the opponents came.
pub fn table(games: &[SeriesGame]) -> Vec<OpponentTable> {
    let mut opponents: Vec<(String, bool)> = Vec::new();
    for game in games {
        let known = (opponent(game), game.peeks);
        if !opponents.contains(&known) {
            opponents.push(known);
        }
    }
    opponents.into_iter().map(|(name, peeks)| part(games, name, peeks)).collect()
}

fn part(games: &[SeriesGame], name: String, peeks: bool) -> OpponentTable {
    let mut people: Vec<&str> = Vec::new();
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut all = Counts::default();
    for game in games.iter().filter(|game| game.peeks == peeks && opponent(game) == name) {
        if !people.contains(&game.person.as_str()) {
            people.push(&game.person);
        }
        counts.entry(&game.person).or_default().add(game);
        all.add(game);
    }
    OpponentTable {
        people: people.iter().map(|person| counts[person].row(person)).collect(),
        all: all.row(""),
        opponent: name,
        peeks,
    }
}

/// How the others at the table are called together.
fn opponent(game: &SeriesGame) -> String {
    match game.opponents.split_first() {
        Some((first, rest)) if rest.iter().all(|other| other == first) => first.clone(),
        _ => game.opponents.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(person: &str, opponent: &str, share: Option<f64>) -> SeriesGame {
        SeriesGame { person: person.to_owned(), opponents: vec![opponent.to_owned()], peeks: false, share }
    }

    #[test]
    fn the_table_has_the_columns_of_a_published_test() {
        // The shape of a published table: two people with three plays each against one agent, one with two against
        // another.
        let mut games = Vec::new();
        games.extend([1.0, 0.0, 0.0].map(|share| game("one", "a3", Some(share))));
        games.extend([1.0, 1.0, 0.0].map(|share| game("two", "a3", Some(share))));
        games.extend([1.0, 1.0].map(|share| game("one", "a4", Some(share))));
        let tables = table(&games);
        let rows = |n: usize| {
            let percent = |row: &PersonRow| (row.win_rate.unwrap() * 1000.0).round() / 10.0;
            let row = |row: &PersonRow| (row.person.clone(), row.plays, percent(row));
            tables[n].people.iter().map(row).collect::<Vec<_>>()
        };
        assert_eq!(tables[0].opponent, "a3");
        assert_eq!(rows(0), [("one".to_owned(), 3, 33.3), ("two".to_owned(), 3, 66.7)]);
        assert_eq!(rows(1), [("one".to_owned(), 2, 100.0)]);
        assert_eq!((tables[0].all.plays, tables[0].all.win_rate), (6, Some(0.5)));
        // As the book prints them beside the published figures.
        let rounded = |row: &PersonRow| {
            let (low, high) = row.win_rate_ci95;
            [low, high].map(|bound| (bound * 1000.0).round() / 10.0)
        };
        assert_eq!(rounded(&tables[0].people[0]), [5.6, 79.8]);
        assert_eq!(rounded(&tables[0].people[1]), [20.2, 94.4]);
        assert_eq!(rounded(&tables[1].people[0]), [29.0, 100.0]);
        let (low, high) = tables[0].all.win_rate_ci95;
        assert!(low < 0.25 && high > 0.75, "six plays prove little: {low} to {high}");
    }

    #[test]
    fn draws_are_no_wins_and_games_that_are_not_finished_count_for_nothing() {
        let games = [game("Ann", "x", Some(0.5)), game("Ann", "x", None), game("Ben", "x", None)];
        let [part] = &table(&games)[..] else { panic!("one opponent") };
        let ann = &part.people[0];
        assert_eq!((ann.plays, ann.wins, ann.draws, ann.unfinished), (1, 0, 1, 1));
        assert_eq!((ann.win_rate, ann.score), (Some(0.0), Some(0.5)));
        let ben = &part.people[1];
        assert_eq!((ben.plays, ben.win_rate, ben.win_rate_ci95), (0, None, (0.0, 1.0)));
    }

    #[test]
    fn an_opponent_that_peeks_is_another_one() {
        let mut seeing = game("Ann", "x", Some(1.0));
        seeing.peeks = true;
        let tables = table(&[game("Ann", "x", Some(0.0)), seeing]);
        assert_eq!(tables.iter().map(|part| part.peeks).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn several_opponents_are_named_once_where_they_are_the_same() {
        let mut three = game("Ann", "x", Some(0.0));
        three.opponents.push("x".to_owned());
        assert_eq!(table(&[three.clone()])[0].opponent, "x");
        three.opponents[1] = "y".to_owned();
        assert_eq!(table(&[three])[0].opponent, "x, y");
    }
}
