//! Numbers, dates and verdicts in words.

use std::fmt::Write as _;

use ludwerk_arena::AgentRow;
use ludwerk_arena::stats::sprt::Verdict;
use ludwerk_arena::tournament::Summary;

use crate::facts::Facts;

/// A part as a percentage with one digit.
pub fn percent(part: f64) -> String {
    format!("{:.1}%", 100.0 * part)
}

/// A probability, never quite 0 or 1.
pub fn likelihood(part: f64) -> String {
    match part {
        part if part > 0.9995 => ">99.9%".to_owned(),
        part if part < 0.0005 => "<0.1%".to_owned(),
        part => percent(part),
    }
}

/// An Elo difference with its sign.
pub fn elo(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        elo if elo.round() == 0.0 => "0".to_owned(),
        elo => format!("{}{:.0}", if elo < 0.0 { '−' } else { '+' }, elo.abs()),
    }
}

/// Half the width of an interval.
pub fn error(error: f64) -> String {
    if error.is_finite() { format!("±{error:.0}") } else { "±∞".to_owned() }
}

/// A number with what it counts.
pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

/// A number with its thousands set apart.
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Seconds since 1970 as a date and a time, in UTC.
pub fn date(seconds: u64) -> String {
    // Years are counted from March, so that the day that comes and goes is the last (Hinnant).
    let days = (seconds / 86_400) as i64 + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// The agents from the best to the last.
pub(crate) fn ranked(summary: &Summary) -> Vec<usize> {
    let mut agents: Vec<usize> = (0..summary.agents.len()).collect();
    agents.sort_by_key(|&agent| summary.agents[agent].rank);
    agents
}

/// Who leads, and how sure that is, in a sentence or two.
pub(crate) fn verdict(facts: &Facts) -> String {
    let summary = &facts.summary;
    if summary.games == 0 {
        return "No game has been played yet.".to_owned();
    }
    let mut text = match ranked(summary)[..] {
        [first, second, ..] => compare(facts, first, second),
        _ => String::new(),
    };
    if let Some(test) = &summary.sprt {
        let (first, second) = (&summary.agents[0].name, &summary.agents[1].name);
        let bouts = count(test.bouts as usize, "bout", "bouts");
        let (elo0, elo1) = (elo(test.elo0), elo(test.elo1));
        let said = match test.verdict {
            Verdict::Accepted => {
                format!("accepted H1: {first} against {second} is {elo1} Elo rather than {elo0}")
            }
            Verdict::Rejected => {
                format!("accepted H0: {first} against {second} is {elo0} Elo rather than {elo1}")
            }
            Verdict::Open => "is not decided yet".to_owned(),
        };
        let _ = write!(text, " The sequential test {said} (after {bouts}).");
    }
    text.trim().to_owned()
}

fn compare(facts: &Facts, first: usize, second: usize) -> String {
    let (leader, next) = (&facts.summary.agents[first], &facts.summary.agents[second]);
    let described = |agent: &AgentRow| {
        let score = agent.score.map_or("no games".to_owned(), percent);
        format!("{} ({score}, {} {} Elo)", agent.name, elo(agent.elo), error(agent.elo_error))
    };
    let so_far = if facts.summary.complete { "" } else { " so far" };
    let los = facts.summary.los[first][second];
    let (leader, next, likelihood) = (described(leader), &next.name, likelihood(los));
    let how_sure = match los {
        los if los >= 0.99 => "almost certainly stronger",
        los if los >= 0.95 => "very likely stronger",
        los if los >= 0.8 => "probably stronger, though that is not shown yet,",
        _ => {
            return format!(
                "Nobody is clearly ahead{so_far}: {leader} stands before {next}, and is stronger with a likelihood \
                 of {likelihood} only."
            );
        }
    };
    format!("{leader} leads{so_far}, and is {how_sure} than {next}, the second ({likelihood}).")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_785_542_400), "2026-08-01 00:00 UTC");
        assert_eq!(date(4_107_542_399), "2100-02-28 23:59 UTC");
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!((grouped(1_234_567), grouped(12)), ("1,234,567".to_owned(), "12".to_owned()));
        assert_eq!((elo(-0.3), elo(-12.6), elo(f64::INFINITY)), ("0".into(), "−13".into(), "+∞".into()));
        assert_eq!((likelihood(1.0), likelihood(0.5)), (">99.9%".to_owned(), "50.0%".to_owned()));
        assert_eq!((count(1, "game", "games"), error(f64::INFINITY)), ("1 game".into(), "±∞".into()));
    }
}
