//! `ludwerk ablate`: what each switch of an agent is worth, by matches against itself with one changed.

use std::process::ExitCode;

use ludwerk_arena::random_opening;
use ludwerk_core::{Control, Game as _, Playthrough, Rng, Turn};
use ludwerk_registry::{AnyGame, AnyState, Spec, Value, agent};
use serde_json::json;

use super::compare::{self, Matches, Pair};
use crate::CommandResult;
use crate::args::AblateArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Table, thousands};
use crate::position::{configure, echo_seed, seed};
use crate::progress::Progress;

/// An agent against itself would else play the same games again and again.
const OPENING_PLIES: usize = 4;

pub fn run(args: &AblateArgs, as_json: bool) -> CommandResult {
    let game = configure(&args.game.game, &args.game.config)?;
    let base = game.resolve(&args.agent.parse()?)?;
    game.agent(&base, 0)?;
    let pairs = pairs(&game, &base, &args.switches)?;
    let seed = seed(&args.game.config);
    if let Some(n_openings) = args.nodes {
        if base.value("depth").is_none() {
            return Err(Failure::new(
                format!("{base} has no fixed depth, so its node counts say nothing"),
                format!("write {}:depth=10", base.name),
            ));
        }
        return count_nodes(args, &game, &base, &pairs, n_openings.get(), seed, as_json);
    }
    let matches =
        Matches { game: &game, n_games: args.games, seed, opening_plies: OPENING_PLIES, args: &args.matches };
    echo_seed(seed);
    output::note(format!("{} matches of {} games against {base}", pairs.len(), args.games));
    let results = matches.play(&pairs)?;
    if as_json {
        let rows = pairs.iter().zip(&results).map(|(pair, result)| {
            let mut row = compare::figures(("change", &pair.what), result);
            row["spec"] = json!(pair.one.to_string());
            row
        });
        output::json(&json!({
            "agent": base.to_string(),
            "games": args.games,
            "seed": seed,
            "rows": rows.collect::<Vec<_>>(),
        }))?;
    } else {
        let rows: Vec<_> = pairs.iter().map(|pair| pair.what.clone()).zip(&results).collect();
        compare::print("change", &rows, args.matches.markdown)?;
    }
    matches.check_all_played(&results, &pairs)?;
    Ok(ExitCode::SUCCESS)
}

/// The nodes that the agent needs, summed over random openings, as it is and with each of the switches changed.
fn count_nodes(
    args: &AblateArgs,
    game: &AnyGame,
    base: &Spec,
    pairs: &[Pair],
    n_openings: usize,
    seed: u64,
    as_json: bool,
) -> CommandResult {
    echo_seed(seed);
    let n_plies = args.matches.opening_plies.unwrap_or(OPENING_PLIES);
    let openings = openings(game, n_openings, n_plies, seed);
    let n_steps = openings.len() as u64 * (pairs.len() as u64 + 1);
    let mut progress = Progress::of_count(n_steps);
    let mut done = 0;
    let mut total = |spec: &Spec| -> Result<u64, Failure> {
        let mut nodes = 0;
        for opening in &openings {
            let mut agent = game.agent(spec, seed)?;
            let play = Playthrough::new(game.clone(), opening.clone());
            let decision = play.ask(agent.as_mut(), &mut Control::new(interrupt::flag(), &mut |_| {}))?;
            if interrupt::is_requested() {
                return Err(Failure::interrupted("nothing was counted", "a smaller depth takes less time"));
            }
            nodes += decision.report.nodes;
            done += 1;
            progress.show(done, || spec.to_string());
        }
        Ok(nodes)
    };
    let of_base = total(base)?;
    let counts = pairs.iter().map(|pair| total(&pair.one)).collect::<Result<Vec<_>, _>>()?;
    drop(progress);
    let ratio = |nodes: u64| nodes as f64 / of_base as f64;
    if as_json {
        let rows = pairs
            .iter()
            .zip(&counts)
            .map(|(pair, &nodes)| json!({ "change": pair.what, "nodes": nodes, "ratio": ratio(nodes) }));
        let rows: Vec<_> = rows.collect();
        let openings = openings.len();
        output::json(
            &json!({ "agent": base.to_string(), "openings": openings, "seed": seed, "nodes": of_base, "rows": rows }),
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let rows = [("as it is".to_owned(), of_base)].into_iter();
    let rows = rows.chain(pairs.iter().map(|pair| pair.what.clone()).zip(counts));
    let cells = rows.map(|(what, nodes)| [what, thousands(nodes), format!("{:.2}", ratio(nodes))]);
    if args.matches.markdown {
        output::line("| change | nodes | times as many |")?;
        output::line("|---|---|---|")?;
        for [what, nodes, ratio] in cells {
            output::line(format!("| `{what}` | {nodes} | {ratio} |"))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Table::new(&["change", "#nodes", "#times as many"]);
    cells.for_each(|row| table.row(row));
    table.print()?;
    Ok(ExitCode::SUCCESS)
}

/// Random openings from which a player is to move.
fn openings(game: &AnyGame, n_openings: usize, n_plies: usize, seed: u64) -> Vec<AnyState> {
    let opening = |n: usize| {
        let mut rng = Rng::new(Rng::derive(seed, n as u64));
        let start = game.start(&mut rng);
        random_opening(game, &start, n_plies, &mut rng).unwrap_or(start)
    };
    let is_fit = |state: &AnyState| matches!(game.turn(state), Turn::Player(_));
    (0..n_openings).map(opening).filter(is_fit).collect()
}

/// Whether the option is a switch with points of the evaluation.
fn is_margin(name: &str) -> bool {
    matches!(name, "rfp" | "futility" | "razoring")
}

/// The agent with one switch changed, against itself; for every switch, or for those that are named.
fn pairs(game: &AnyGame, base: &Spec, names: &[String]) -> Result<Vec<Pair>, Failure> {
    let info = agent(&base.name)?;
    let current = |option| base.value(option).map(ToString::to_string);
    let mut pairs = Vec::new();
    for option in info.options {
        let value = current(option.name).unwrap_or_else(|| game.option_default(info, option));
        let changed = match value.as_str() {
            "on" => "off",
            "off" if option.name == "rave" => "500",
            "off" if is_margin(option.name) => "2",
            "off" => "on",
            _ if matches!(option.name, "tt" | "rave") || is_margin(option.name) => "off",
            _ => continue,
        };
        // This one turns others off, and is none itself.
        let is_wanted =
            if names.is_empty() { option.name != "exact" } else { names.iter().any(|n| n == option.name) };
        if is_wanted {
            let mut one = base.clone();
            one.options.retain(|(key, _)| key != option.name);
            one.options.push((option.name.to_owned(), Value::Text(changed.to_owned())));
            pairs.push(Pair { what: format!("{}={changed}", option.name), one, other: base.clone() });
        }
    }
    let unknown =
        names.iter().find(|&name| !pairs.iter().any(|pair| pair.what.starts_with(&format!("{name}="))));
    match unknown {
        Some(name) => Err(Failure::new(
            format!("{} has no option {name:?} that ablate can change", base.name),
            format!("`ludwerk agents {}` lists its options", game.info().id),
        )),
        None if pairs.is_empty() => Err(Failure::new(
            format!("{} has no options that ablate can change", base.name),
            "try alphabeta or mcts",
        )),
        None => Ok(pairs),
    }
}
