//! The report's programs against recorded games of the published source: every decision is the same.

use std::sync::atomic::AtomicBool;

use ludwerk_chexers::Chexers;
use ludwerk_core::{Agent, AgentError, Control, Game, Notation, Playthrough, Rng, Seat, Strategies};

/// Games in which the published source took part; the README of the game tells how they were recorded.
const GAMES: &str = include_str!("data/report-programs.jsonl");

/// Positions with few pieces and with blocked ones, each with what the source plays there, or `fault`.
const POSITIONS: &str = include_str!("data/report-positions.txt");

/// What stands after a key of a line of JSON whose values are texts.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("\"{key}\":\""))?;
    Some(rest.split_once('"')?.0)
}

fn agent(name: &str) -> Option<Box<dyn Agent<Chexers>>> {
    let name = match name {
        "program" => "chexers-report-program",
        "greedy" => "chexers-report-greedy",
        _ => return None,
    };
    Some(Chexers.strategy(name, &[], 0).unwrap())
}

fn ask(play: &Playthrough<Chexers>, agent: &mut dyn Agent<Chexers>) -> Result<String, AgentError> {
    let stop = AtomicBool::new(false);
    let decision = play.ask(agent, &mut Control::new(&stop, &mut |_| {}))?;
    Ok(play.game().move_text(play.state(), decision.chosen))
}

/// How many decisions of each program were compared.
#[derive(Default)]
struct Counts {
    program: usize,
    without_pieces_of_a_rival: usize,
    greedy: usize,
}

fn compare(line: &str, counts: &mut Counts) {
    let id = value(line, "id").unwrap();
    let seats = ["red", "green", "blue"].map(|colour| value(line, colour).unwrap());
    let mut play = Playthrough::new(Chexers, Chexers.start(&mut Rng::new(0)));
    let mut agents = seats.map(agent);
    for (ply, text) in value(line, "moves").unwrap().split(';').enumerate() {
        let seat = ply % 3;
        if let Some(agent) = &mut agents[seat] {
            let expected = Chexers.parse_move(play.state(), text).unwrap();
            let expected = Chexers.move_text(play.state(), expected);
            let found = ask(&play, agent.as_mut());
            assert_eq!(found.as_deref(), Ok(expected.as_str()), "{id}, ply {ply}");
            let is_program = seats[seat] == "program";
            let lacks_a_rival = Seat::all(3).any(|rival| play.state().n_pieces(rival) == 0);
            counts.program += usize::from(is_program);
            counts.without_pieces_of_a_rival += usize::from(is_program && lacks_a_rival);
            counts.greedy += usize::from(!is_program);
        }
        play.play_text(text).unwrap();
    }
    match value(line, "end").unwrap() {
        "win" | "draw" => assert!(play.outcome().is_some(), "{id}"),
        // Whoever was to move did what the referee does not allow.
        fault => {
            assert_eq!(fault, "fault", "{id}");
            if let Some(agent) = &mut agents[play.to_move().unwrap().idx()] {
                let found = ask(&play, agent.as_mut());
                assert!(matches!(found, Err(AgentError::Forfeit { .. })), "{id}: {found:?}");
            }
        }
    }
}

#[test]
fn every_recorded_decision_is_the_same() {
    let mut counts = Counts::default();
    GAMES.lines().for_each(|line| compare(line, &mut counts));
    assert_eq!([counts.program, counts.greedy], [6668, 4330]);
    assert!(counts.without_pieces_of_a_rival > 3000);
}

/// Where every line ends badly, the program passes, and the greedy one breaks down where it is blocked.
#[test]
fn every_recorded_position_is_answered_the_same() {
    let (mut n_faults, mut n_passes) = ([0, 0], 0);
    for line in POSITIONS.lines() {
        let [position, program, greedy] = line.split(';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let start = Chexers.parse_position(position).unwrap();
        let play = Playthrough::new(Chexers, start);
        for (n, (name, answer)) in [("program", program), ("greedy", greedy)].into_iter().enumerate() {
            let found = ask(&play, agent(name).unwrap().as_mut());
            if answer == "fault" {
                assert!(matches!(found, Err(AgentError::Forfeit { .. })), "{name} in {line}: {found:?}");
                n_faults[n] += 1;
                continue;
            }
            let expected = Chexers.parse_move(&start, answer).unwrap();
            assert_eq!(found, Ok(Chexers.move_text(&start, expected)), "{name} in {line}");
            n_passes += usize::from(answer == "pass");
        }
    }
    assert!(n_faults[0] > 20 && n_faults[1] > 50 && n_passes > 50, "{n_faults:?} {n_passes}");
}

/// In a position that is not of a game from the start the program thinks from the first move on.
#[test]
fn it_plays_on_from_any_position() {
    let start = Chexers.parse_position("rrrr...........g.....bg....bg...bg..b green 0,0,0").unwrap();
    let mut play = Playthrough::new(Chexers, start);
    let mut agents = ["program", "greedy", "program"].map(|name| agent(name).unwrap());
    while let Some(seat) = play.to_move()
        && play.moves().len() < 60
    {
        let text = ask(&play, agents[seat.idx()].as_mut()).unwrap();
        play.play_text(&text).unwrap();
    }
    assert!(play.moves().len() > 20, "{}", play.moves().len());
}
