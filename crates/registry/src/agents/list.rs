//! The list of agents, as `ludwerk agents` prints it.

use super::{AgentInfo, OptionInfo};

/// All agents, the simplest first, those that stand for others last.
pub const AGENTS: &[AgentInfo] = &[
    agent("random", "Any legal move, each equally likely.", &[]),
    agent("greedy", "The move with the best evaluation after one ply; equal ones by lot.", &[WEIGHTS]),
    agent(
        "minimax",
        "Every move of both players to a fixed depth, nothing pruned.",
        &[DEPTH, NODES, TIME, WEIGHTS],
    ),
    agent(
        "expectimax",
        "Minimax with luck: the mean over chance, pruned by Star1 and Star2.",
        &[
            DEPTH,
            NODES,
            TIME,
            WEIGHTS,
            option("ordering", "on", "Try the moves first that the game calls promising."),
            option("alphabeta", "on", "Leave out what cannot matter, at the plies of players."),
            option("star1", "on", "Leave out what cannot matter, at the plies of chance."),
            option("star2", "on", "Try one move of every outcome first."),
            TURNS,
            option(
                "candidates",
                "none",
                "Look at so many moves of the position that is searched, with turns=on at so many whole turns: the likeliest.",
            ),
            option("replies", "none", "The same for all positions below; as many as candidates if none."),
            option("samples", "none", "Draw so many outcomes of luck, and one at the horizon; all if none."),
            option(
                "scale",
                "none",
                "How much evaluation it takes to win e times as often; none to compare evaluations.",
            ),
        ],
    ),
    agent(
        "maxn",
        "Max^n: every player takes what is best for himself.",
        &[
            DEPTH,
            NODES,
            TIME,
            WEIGHTS,
            option("others", "weights", "The weights by which the other seats are taken to judge."),
            option("ordering", "on", "Try the moves first that the game calls promising."),
            TURNS,
            option("lazy", "on", "Evaluate for a seat only when a comparison asks for it."),
            option("relative", "off", "Take the mean of all seats off every evaluation."),
            option("shallow", "off", "Leave out what too little is left for; turns relative on."),
            option(
                "replies",
                "none",
                "Look at so many moves of each other seat, the most promising; all if none.",
            ),
        ],
    ),
    agent("paranoid", "Alpha-beta for one seat against all the others.", &SEARCH_OPTIONS),
    agent(
        "brs",
        "Best-reply search: between two own turns only the worst reply of one opponent.",
        &with_one_more(PLUS),
    ),
    agent(
        "mcts",
        "Monte Carlo tree search: plays many games, looks closer where they go well.",
        &[
            ITERATIONS,
            NODES,
            TIME_1S,
            WEIGHTS,
            option("select", "uct", "How the next move to try is found: uct, bias or puct."),
            option("c", "0.7", "How much moves that were tried little are preferred."),
            option("bias", "1", "How much likely moves are preferred at first, with select=bias."),
            option("rave", "off", "At how many visits later appearances of a move count like the move."),
            option("widen", "off", "Try only the likeliest moves: this number times the root of the visits."),
            option("expand", "1", "How often a position is played out before its own moves are tried."),
            option(
                "blend",
                "0",
                "How much the evaluation where a game begins to be played out counts, 0 to 1.",
            ),
            option("guess", "off", "As how many games the evaluation after a move counts."),
            SCORE,
            ROLLOUT,
            CUTOFF,
            SCALE,
            LGR,
            option("solver", "on", "Prove wins and losses."),
            option(
                "endgame",
                "off",
                "Within so many positions, solve the end of a game for two, or look for a win in a game for \
                 more that nobody can stop.",
            ),
            FORESIGHT,
            option("contempt", "0", "By what part a draw that is foreseen counts less, 0 to 1."),
            option(
                "stall",
                "off",
                "After how many plies without progress an evaluation begins to fade to that of a draw.",
            ),
            REUSE,
            option("threads", "1", "How many threads share the tree."),
            MEMORY,
        ],
    ),
    agent(
        "alphabeta",
        "Minimax without what cannot matter; every enhancement is a switch.",
        &with_one_more(TABLE),
    ),
    agent(
        "perfect",
        "Perfect play, from the table of a game that is solved as a whole.",
        &[option(
            "table",
            "none",
            "The file with the table, as `ludwerk solve GAME --out FILE` writes it; required.",
        )],
    ),
    agent(
        "pimc",
        "Searches possible worlds as if everyone saw them, and takes the mean.",
        &[
            option("inner", "(mcts:iterations=1000)", "The search, for games without secrets."),
            option("worlds", "20", "How many worlds."),
            option("time", "none", "After this time no new world is begun: 200ms, 2s."),
            DRAWS,
            option(
                "turns",
                "off",
                "Compare whole turns, as the inner search finds them, and play the one that was chosen to its end.",
            ),
        ],
    ),
    agent(
        "ismcts",
        "Monte Carlo tree search over what players know, for games with secrets.",
        &[
            ITERATIONS,
            NODES,
            TIME_1S,
            WEIGHTS,
            option("observers", "multiple", "Whose eyes tell positions apart: single or multiple."),
            option("roots", "here", "Where games begin: here, or at the start (for very small games)."),
            option("pick", "best", "The move that was tried most, or mixed: as likely as it was tried."),
            SCORE,
            option("c", "0.7", "How much moves that were tried little are preferred."),
            option("priors", "off", "Prefer moves in proportion to how likely the game says they are."),
            ROLLOUT,
            CUTOFF,
            SCALE,
            LGR,
            REUSE,
            MEMORY,
        ],
    ),
    AgentInfo {
        name: "peek",
        summary: "PEEKS: searches the true position, with everything that its seat may not see. For measurements; it \
                  plays people only where they ask for it.",
        options: &[
            option("inner", "(mcts:iterations=1000)", "The search, for games without secrets."),
            DRAWS,
        ],
        peeks: true,
    },
    agent(
        "sampler",
        "Plausible but fallible: a move drawn by the values that another agent gives.",
        &[
            option("inner", "(greedy)", "The agent that values the moves."),
            option("temperature", "1", "How much worse a move may be to be drawn often, as an evaluation."),
            option(
                "limit",
                "none",
                "The most that a value counts, so that even wins and losses are overlooked.",
            ),
        ],
    ),
    agent(
        "adaptive",
        "Learns how the others judge, and searches the moves that they are likely to play.",
        &[
            option(
                "inner",
                "(paranoid:depth=2)",
                "The search, for games without secrets; with replies=mean one for games with chance, by default (expectimax:depth=1).",
            ),
            option(
                "replies",
                "likely",
                "likely: another chooses among his likely moves; mean: his plies are chance, for the best answer to the model.",
            ),
            option(
                "models",
                "all",
                "The named sets of weights that another may have, as in thesis-1a+thesis-1b; all if not told.",
            ),
            option("cover", "0.8", "How probable the searched moves of another are together, above 0 to 1."),
            option("particles", "64", "How many free sets of weights are tried beside the named ones."),
            option("learn", "on", "Learn from moves; off takes all to judge as the default weights do."),
        ],
    ),
    agent(
        "mix",
        "One of two agents, by lot for each move: a strength between theirs.",
        &[
            option("one", "(random)", "The first agent."),
            option("other", "(champion)", "The second agent."),
            option("share", "0.5", "How often the second one plays, from 0 to 1."),
        ],
    ),
    agent(
        "book",
        "Plays from an opening book, and then as another agent.",
        &[
            option("inner", "(champion)", "The agent that plays after the book."),
            option("file", "none", "A file with a line of moves on each line; * stands for any move."),
            option("lines", "none", "The same in the spec itself, lines separated by a semicolon."),
        ],
    ),
    agent(
        "qtable",
        "Plays from a table of learnt values, and where that knows nothing as another agent.",
        &[
            option(
                "file",
                "none",
                "The file with the table, as `ludwerk train q GAME --tabular` writes it; required.",
            ),
            option("inner", "(greedy)", "The agent that plays in positions that the table does not know."),
        ],
    ),
    super::process::INFO,
    agent(
        "level",
        "The scale of difficulty, 1 to 10; takes the options of the agent that it stands for, too.",
        &[option(
            "n",
            "5",
            "From 1, for a child, to 10, the champion. 2.5 is between two levels, and 0 plays any move.",
        )],
    ),
    agent(
        "adaptive-level",
        "As strong as whoever it plays: tells that from moves and earlier games, and plays at that level.",
        &[
            option(
                "prior",
                "4.00/3.00",
                "What is known before the game: a level and its standard deviation, from results.",
            ),
            option("moves", "none", "The same from the moves of earlier games."),
            option("seats", "none", "Whose strength it takes, as 0 or 0+2; all others' if none."),
            option("aim", "0.5", "The share of two-player games that the other is to win."),
        ],
    ),
    agent("champion", "The best agent for the game; takes the options of the agent that it stands for.", &[]),
];

/// An agent that looks at nothing that its seat may not see.
const fn agent(name: &'static str, summary: &'static str, options: &'static [OptionInfo]) -> AgentInfo {
    AgentInfo { name, summary, options, peeks: false }
}

const fn option(name: &'static str, default: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { name, default, help }
}

/// What alpha-beta and all that is made of it have in common.
const SEARCH_OPTIONS: [OptionInfo; 24] = [
    option("depth", "none", "The most plies it looks ahead."),
    NODES,
    TIME_1S,
    WEIGHTS,
    option("ordering", "on", "Try the moves first that the game calls promising."),
    option("id", "on", "Iterative deepening: begin with the best move of the search before."),
    option("tt", "64MiB", "The size of the transposition table, or off."),
    option("pvs", "on", "Principal variation search: an empty window for all but the first move."),
    option("aspiration", "on", "Begin with a narrow window around the last value."),
    option("killers", "on", "Try moves early that refuted a sibling."),
    option("history", "on", "Try moves early that often refuted something, and late that often failed to."),
    option("continuation", "off", "Continuation history: the same by the two moves before."),
    option("nullmove", "off", "Believe what even passing would achieve. Unsound."),
    option("lmr", "off", "Search late moves less deep. Unsound."),
    option(
        "rfp",
        "off",
        "Reverse futility pruning: near the horizon believe what is so many points a ply above the window. Unsound.",
    ),
    option(
        "futility",
        "off",
        "Near the horizon leave quiet moves out where so many points a ply would not be enough. Unsound.",
    ),
    option(
        "razoring",
        "off",
        "Near the horizon look at noisy moves alone where so many points a ply would not be enough. Unsound.",
    ),
    option("iir", "off", "Internal iterative reduction: a ply less where no best move is known. Unsound."),
    option("quiescence", "off", "Follow noisy moves beyond the horizon."),
    FORESIGHT,
    option("contempt", "0", "How many points of the evaluation less than nothing a draw is worth."),
    TURNS,
    option("threads", "1", "How many threads share the table."),
    option("exact", "off", "Turn everything off that changes the value of minimax."),
];

/// The same and another.
const fn with_one_more(last: OptionInfo) -> [OptionInfo; SEARCH_OPTIONS.len() + 1] {
    let mut options = [last; SEARCH_OPTIONS.len() + 1];
    let mut n = 0;
    while n < SEARCH_OPTIONS.len() {
        options[n] = SEARCH_OPTIONS[n];
        n += 1;
    }
    options
}

const PLUS: OptionInfo =
    option("plus", "off", "BRS+: those who do not reply play their most promising move.");
const TABLE: OptionInfo =
    option("table", "none", "A file with the table of the solved game, in which positions are looked up.");
const DEPTH: OptionInfo =
    option("depth", "3", "How many plies it looks ahead; without end where nodes or time are given.");
const NODES: OptionInfo = option("nodes", "none", "The most positions it enters for a move.");
const ITERATIONS: OptionInfo = option("iterations", "none", "The most games it plays for a move.");
const TIME: OptionInfo = option("time", "none", "The most time it takes for a move: 200ms, 2s.");
const TIME_1S: OptionInfo =
    option("time", "1s", "The most time it takes for a move: 200ms, 2s; none where another budget is given.");
const WEIGHTS: OptionInfo = option(
    "weights",
    "default",
    "What judges positions: a named set of weights, a file made by tune or train, or (NAME:FEATURE=NUMBER,…).",
);
const TURNS: OptionInfo =
    option("turns", "off", "Count whole turns as depth, where a turn has several plies.");
const FORESIGHT: OptionInfo =
    option("foresight", "off", "Take a position that occurs again for the draw to which repetition leads.");
const ROLLOUT: OptionInfo = option(
    "rollout",
    "random",
    "How games are played out: random, likely, or quick where the game has a way.",
);
const DRAWS: OptionInfo = option(
    "draws",
    "auto",
    "Luck that was dealt in advance: dealt, fixed in each world, or open, left to chance; auto is open for \
     inner=(expectimax) alone.",
);
const SCORE: OptionInfo = option("score", "0", "How much the points at the end count, from 0 to 1.");
const CUTOFF: OptionInfo =
    option("cutoff", "none", "After so many plies of a game the evaluation speaks; 0 for at once.");
const SCALE: OptionInfo = option("scale", "5", "How much evaluation it takes to win e times as often.");
const LGR: OptionInfo = option("lgr", "off", "Last good reply: try again what did well against a move.");
const REUSE: OptionInfo = option("reuse", "on", "Keep the tree between the moves of a game.");
const MEMORY: OptionInfo = option("memory", "256MiB", "How much memory the tree may take.");
