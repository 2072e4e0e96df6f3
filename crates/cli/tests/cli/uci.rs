//! Programs that speak UCI and USI: our client against our engine, and against Fairy-Stockfish.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use ludwerk_core::{
    Agent, AgentError, Clock, Control, Decision, Game as _, Notation as _, Playthrough, Report, Rng, Seat,
};
use ludwerk_registry::{AnyGame, AnyMove, Spec};

use crate::run;

/// A game at its start.
fn begun(game: &str, variant: &str) -> Playthrough<AnyGame> {
    let game = ludwerk_registry::game(game).unwrap().configure(Some(variant), None).unwrap();
    let start = game.start(&mut Rng::new(0));
    Playthrough::new(game, start)
}

fn agent(game: &AnyGame, spec: &str, seed: u64) -> Box<dyn Agent<AnyGame>> {
    game.agent(&spec.parse::<Spec>().unwrap(), seed).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn ask(
    play: &Playthrough<AnyGame>,
    agent: &mut dyn Agent<AnyGame>,
    clock: Option<&Clock>,
) -> Result<Decision<AnyMove>, AgentError> {
    let (stop, mut ignore) = (AtomicBool::new(false), |_: &Report<AnyMove>| ());
    play.ask(agent, &mut Control::new(&stop, &mut ignore).with_clock(clock))
}

/// Our engine as an agent of its own, by a protocol.
fn our_engine(game: &str, protocol: &str, inner: &str) -> String {
    let program = env!("CARGO_BIN_EXE_ludwerk");
    let command = format!("'{program}' engine {game} --protocol {protocol} --agent {inner}");
    // Nothing here is in a hurry.
    format!("process:cmd=\"{command}\",protocol={protocol},time=100s,start=100s")
}

#[test]
fn our_engine_plays_by_a_protocol_as_it_plays_at_home() {
    let games = [
        ("dobutsu", "official", 100),
        ("dobutsu", "lishogi", 100),
        ("dobutsu", "thesis", 100),
        ("blokus", "duo", 5),
    ];
    let mut n_compared = 0;
    for (game, variant, iterations) in games {
        for (protocol, seed) in [("uci", 1), ("usi", 2), ("uci", 3), ("usi", 4)] {
            let inner = format!("mcts:iterations={iterations}");
            let mut play = begun(game, variant);
            let mut others = [0, 1].map(|seat| agent(play.game(), "random", Rng::derive(seed, seat)));
            let mut outside = [0, 1].map(|_| agent(play.game(), &our_engine(game, protocol, &inner), seed));
            // The engine makes a seed of its own for the game and the seat.
            let mut at_home =
                [0, 1].map(|seat| agent(play.game(), &inner, Rng::derive(Rng::derive(seed, 1), seat)));
            while let Some(seat) = play.to_move().filter(|_| play.moves().len() < 40) {
                let plies = play.moves().len();
                // Somebody else begins, so that games differ.
                let chosen = if plies < 3 {
                    ask(&play, others[seat.idx()].as_mut(), None).unwrap().chosen
                } else {
                    let told = ask(&play, outside[seat.idx()].as_mut(), None).unwrap();
                    if play.legal_moves().len() > 1 {
                        let expected = ask(&play, at_home[seat.idx()].as_mut(), None).unwrap();
                        assert_eq!(
                            told.chosen, expected.chosen,
                            "{game} {variant} by {protocol}: ply {plies}"
                        );
                        assert_eq!(told.report.nodes, expected.report.nodes);
                        assert_eq!(told.report.depth, expected.report.depth);
                        n_compared += 1;
                    }
                    told.chosen
                };
                play.play(chosen).unwrap();
            }
        }
    }
    assert!(n_compared > 60, "{n_compared}");
}

#[test]
fn clocks_are_told_and_kept() {
    for (protocol, control) in
        [("uci", "2s"), ("uci", "1s+50ms"), ("usi", "2s"), ("uci", "2s,100ms/move"), ("usi", "50ms/move")]
    {
        let mut play = begun("dobutsu", "official");
        let spec = our_engine("dobutsu", protocol, "champion").replace("time=100s", "margin=100s");
        let mut outside = agent(play.game(), &spec, 1);
        let mut other = agent(play.game(), "random", 2);
        let mut clock = Clock::new(control.parse().unwrap(), 2);
        while let Some(seat) = play.to_move().filter(|_| play.moves().len() < 30) {
            let decision = if seat == Seat::FIRST {
                let begun = std::time::Instant::now();
                let decision = ask(&play, outside.as_mut(), Some(&clock)).unwrap();
                // The time to start the program is not its own.
                if play.moves().len() > 1 {
                    clock.spend(Seat::FIRST, begun.elapsed());
                }
                decision
            } else {
                ask(&play, other.as_mut(), None).unwrap()
            };
            play.play(decision.chosen).unwrap();
        }
        assert!(play.moves().len() > 4, "{protocol} {control}");
    }
}

#[test]
fn a_position_is_told_and_where_it_cannot_be_that_is_said() {
    let game = begun("dobutsu", "official").game().clone();
    let start = game.parse_position("g.l...h.CE.L EG - S").unwrap();
    for protocol in ["uci", "usi"] {
        let play = Playthrough::new(game.clone(), start.clone());
        let mut outside = agent(&game, &our_engine("dobutsu", protocol, "alphabeta:depth=3"), 1);
        let told = ask(&play, outside.as_mut(), None).unwrap();
        let seed = Rng::derive(Rng::derive(1, 1), 0);
        let expected = ask(&play, agent(&game, "alphabeta:depth=3", seed).as_mut(), None).unwrap();
        assert_eq!(told.chosen, expected.chosen);
        assert_eq!(told.report.pv, expected.report.pv);
    }
    let duo = begun("blokus", "duo");
    let mv = duo.legal_moves()[0];
    let elsewhere = Playthrough::new(duo.game().clone(), duo.game().play(duo.state(), mv).unwrap());
    let mut outside = agent(duo.game(), &our_engine("blokus", "uci", "random"), 1);
    let error = ask(&elsewhere, outside.as_mut(), None).unwrap_err();
    assert!(error.to_string().contains("cannot tell it where the game began"), "{error}");
}

#[test]
fn what_the_protocols_do_not_know_is_refused() {
    for (game, sentence) in [
        ("chexers", "UCI is for two players, and here are 3"),
        ("samurai", "UCI shows everything to everybody"),
    ] {
        let engine = run(&["engine", game, "--protocol", "uci"]);
        assert_eq!(engine.code, Some(2));
        assert!(engine.stderr.contains(sentence), "{}", engine.stderr);
        let game = ludwerk_registry::game(game).unwrap().configure(None, None).unwrap();
        let refused = game.agent(&"process:cmd=true,protocol=uci".parse().unwrap(), 0).err().unwrap();
        assert!(refused.to_string().contains(sentence), "{refused}");
    }
    let game = begun("dobutsu", "official").game().clone();
    for (spec, what) in [
        ("process:cmd=true,protocol=gtp,depth=3", "depth cannot be"),
        ("process:cmd=true,protocol=uci,set=Hash", "set cannot be"),
        ("process:cmd=true,protocol=uci,claim=maybe", "claim cannot be"),
    ] {
        let error = game.agent(&spec.parse().unwrap(), 0).err().unwrap().to_string();
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn strange_programs_forfeit_with_a_reason() {
    // What they say to `go`; the rest is as it should be.
    let program = |answer: &str| {
        let loop_ = "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; \
                     go) echo ANSWER;; quit) exit;; esac; done";
        format!("process:cmd=\"{}\",protocol=uci,time=100s", loop_.replace("ANSWER", answer))
    };
    let play = begun("dobutsu", "official");
    for (answer, kind, reason) in [
        ("bestmove 0000", "gave no move", "bestmove 0000"),
        ("bestmove", "gave no move", "bestmove"),
        ("bestmove a1a2", "chose an illegal move", "a1a2: as a4a3 on our board: "),
        ("bestmove Ä", "chose an illegal move", "Ä: it is not written like a move"),
        ("bestmove b1b9", "chose an illegal move", "b1b9: it is not written like a move"),
    ] {
        let error = ask(&play, agent(play.game(), &program(answer), 1).as_mut(), None).unwrap_err();
        let AgentError::Forfeit { reason: told, output } = error else { panic!("{error}") };
        assert!(told.contains(kind) && told.contains(reason), "{told}");
        assert!(output.contains(answer), "{output}");
    }
    let resigned = ask(&play, agent(play.game(), &program("bestmove resign"), 1).as_mut(), None);
    assert_eq!(resigned, Err(AgentError::Resigned));
    let fine = ask(&play, agent(play.game(), &program("bestmove c1c2 ponder x"), 1).as_mut(), None).unwrap();
    assert_eq!(play.game().move_text(play.state(), fine.chosen), "Gc4-c3");
    // An answer too many is not taken for that to the next question.
    let mut twice = agent(play.game(), &program("bestmove c1c2; echo bestmove c1c2"), 1);
    ask(&play, twice.as_mut(), None).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let error = ask(&play, twice.as_mut(), None).unwrap_err();
    assert!(error.to_string().contains("when it was not asked"), "{error}");
}

/// Where Fairy-Stockfish is. `cargo xtask test` installs it.
fn fairy_stockfish() -> Option<PathBuf> {
    const VARIABLE: &str = "LUDWERK_FAIRY_STOCKFISH";
    if let Some(named) = std::env::var_os(VARIABLE) {
        return (named != "none").then(|| named.into());
    }
    let folders: Vec<_> = std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    // Debian keeps games in a folder of their own.
    let places = folders.iter().map(PathBuf::as_path).chain([Path::new("/usr/games")]);
    let found = places.map(|folder| folder.join("fairy-stockfish")).find(|path| path.is_file());
    assert!(
        found.is_some(),
        "this test needs Fairy-Stockfish: install Debian's package `fairy-stockfish` or name the program in {VARIABLE}; \
         {VARIABLE}=none leaves it out"
    );
    found
}

/// The agent, with more options.
fn fairy(program: &Path, protocol: &str, options: &str) -> String {
    format!("process:cmd=\"'{}'\",protocol={protocol},start=100s,{options}", program.display())
}

/// Whether the mover's lion can be taken after this move.
fn loses_the_lion(play: &Playthrough<AnyGame>, mv: AnyMove) -> bool {
    let mut next = play.clone();
    next.play(mv).unwrap();
    let seat = play.to_move().unwrap();
    let loses = |reply: AnyMove| {
        let mut after = next.clone();
        after.play(reply).unwrap();
        after.outcome().is_some_and(|outcome| outcome.returns[seat] == 0.0)
            && play.game().move_text(next.state(), reply).contains('x')
    };
    next.outcome().is_none() && next.legal_moves().into_iter().any(loses)
}

#[test]
fn fairy_stockfish_plays_whole_games() {
    let Some(program) = fairy_stockfish() else { return };
    let mut n_ended = 0;
    for (variant, protocol) in
        [("official", "uci"), ("lishogi", "uci"), ("thesis", "uci"), ("lishogi", "usi")]
    {
        for fairy_seat in [Seat::FIRST, Seat::SECOND] {
            let mut play = begun("dobutsu", variant);
            let spec = fairy(&program, protocol, "depth=4,claim=on,set=\"Hash=1\"");
            let mut outside = agent(play.game(), &spec, 1);
            let mut other = agent(play.game(), "alphabeta:depth=2", 2);
            while let Some(seat) = play.to_move().filter(|_| play.moves().len() < 200) {
                let decision = if seat == fairy_seat {
                    let decision = match ask(&play, outside.as_mut(), None) {
                        Ok(decision) => decision,
                        // USI has no other word for being mated.
                        Err(AgentError::Resigned) => break,
                        // It is mated, or does not promote where it has to.
                        Err(AgentError::Forfeit { reason, .. })
                            if reason.contains("gave no move") || reason.contains("by the rules it is") =>
                        {
                            break;
                        }
                        Err(error) => panic!("{variant} {protocol}: {error}"),
                    };
                    let report = &decision.report;
                    let is_claim = !report.notes.is_empty();
                    assert!(is_claim || report.depth > 0 && report.value.is_some(), "{report:?}");
                    assert_eq!(report.pv.first(), Some(&decision.chosen));
                    decision
                } else {
                    ask(&play, other.as_mut(), None).unwrap()
                };
                play.play(decision.chosen).unwrap();
            }
            n_ended += usize::from(play.outcome().is_some());
        }
    }
    assert!(n_ended > 0, "most games end by the rules");
}

#[test]
fn a_move_that_fairy_stockfish_does_not_accept_is_named() {
    let Some(program) = fairy_stockfish() else { return };
    for protocol in ["uci", "usi"] {
        let mut play = begun("dobutsu", "official");
        // The chick attacks the lion, which does not mind.
        for text in ["Cb3xb2", "Ga1-a2"] {
            play.play_text(text).unwrap();
        }
        let strict = fairy(&program, protocol, "depth=4");
        let error = ask(&play, agent(play.game(), &strict, 1).as_mut(), None).unwrap_err();
        let AgentError::Forfeit { reason, output } = error else { panic!("{error}") };
        assert!(
            reason.contains("does not accept the move Ga1-a2 (") && reason.contains("which is legal"),
            "{reason}"
        );
        assert!(output.contains("readyok"), "{output}");
        let lenient = fairy(&program, protocol, "depth=4,claim=on");
        let claimed = ask(&play, agent(play.game(), &lenient, 1).as_mut(), None).unwrap();
        play.play(claimed.chosen).unwrap();
        assert_eq!(play.outcome().unwrap().returns[Seat::FIRST], 1.0, "it takes the lion");
    }
}

#[test]
fn a_mated_fairy_stockfish_has_no_move() {
    let Some(program) = fairy_stockfish() else { return };
    let mut rng = Rng::new(4);
    // Random games by its rules, in which no lion stays attacked, until one has no such move.
    let mated = (0..1000).find_map(|_| {
        let mut play = begun("dobutsu", "lishogi");
        while play.outcome().is_none() && play.moves().len() < 60 {
            let safe: Vec<_> =
                play.legal_moves().into_iter().filter(|&mv| !loses_the_lion(&play, mv)).collect();
            match rng.choose(&safe) {
                Some(&mv) => play.play(mv).unwrap(),
                None => return Some(play),
            }
        }
        None
    });
    let mated = mated.expect("such games are frequent");
    let error =
        ask(&mated, agent(mated.game(), &fairy(&program, "uci", "depth=4"), 1).as_mut(), None).unwrap_err();
    assert!(
        error.to_string().contains("gave no move") && error.to_string().contains("bestmove (none)"),
        "{error}"
    );
}
