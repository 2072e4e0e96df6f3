// Generated from the Rust types of the same names; LUDWERK_UPDATE=1 cargo test writes it anew.

/** An invitation that is accepted. */
export type Acceptance = {
  /** The word in the link. */
  token: string;
};

/** The position after a move. */
export type AfterMove = {
  /** The share of each seat. */
  returns: Array<number>;
} | {
  /** Whose turn it is. */
  seat: number;
  /** What that seat can expect. */
  share: number;
};

/** An agent. */
export type AgentInfo = {
  /** The name in specs. */
  name: string;
  /** What it does, in one sentence. */
  summary: string;
  /** What can be written after the colon. */
  options: Array<OptionInfo>;
};

/** An agent that cannot take part. */
export type AgentProblem = {
  /** Its place in the list, counted from 0. */
  agent: number;
  /** Why. */
  error: ErrorView;
};

/** How an agent did in a tournament. */
export type AgentRowView = {
  /** What it is called. */
  name: string;
  /** What it is. */
  spec: string;
  /** Its place by rating, counted from 1. */
  rank: number;
  /** Its games. */
  games: number;
  /** Whole wins, one a seat. */
  wins: number;
  /** Shared wins. */
  draws: number;
  /** Games without any share. */
  losses: number;
  /** The mean share of a seat. */
  score: number | null;
  /** The 95% interval of the score, from the spread of bouts. */
  ci95: [number, number];
  /** Its rating; the mean of all is 0. */
  elo: number;
  /** Half the width of the 95% interval of the rating; infinite (`null`) if it has met nobody. */
  elo_error: number | null;
  /** The moves that it made. */
  moves: number;
  /** The mean time of a move, in milliseconds. */
  ms_per_move: number;
  /** The mean processor time of a move in milliseconds, where it is known of all. */
  cpu_ms_per_move: number | null;
  /** The games that it forfeited. */
  forfeits: number;
};

/** A move that an agent looked at. */
export type AnalysisLine = MoveView & {
  /** What it is worth to the mover. */
  value: ValueView;
  /** The line that starts with it. */
  pv: Array<string>;
  /** What is touched first, in a word: the piece that moves. Left out where nothing is there. */
  piece?: string;
};

/** A question to an agent about a position. */
export type AnalysisQuery = {
  /** The position. */
  at: PositionQuery;
  /** The agent. Without it the table of the solved game answers where there is one, the champion elsewhere. */
  agent?: string;
  /** How long it may think, in milliseconds; the server has a limit of its own. */
  time_ms?: number;
  /** How many of the best moves to tell; without it one, or all where the answer is exact. */
  lines?: number;
};

/** What an agent found out about a position. */
export type AnalysisView = {
  /** The seat to move, for which the values are. */
  seat: number;
  /** The move it would play. */
  best: MoveView;
  /** What the position is worth to the mover, where the agent has an opinion. */
  value: ValueView | null;
  /** How many plies it looked ahead. */
  depth: number;
  /** How many positions it entered. */
  nodes: number;
  /** The best moves, best first. */
  lines: Array<AnalysisLine>;
  /** Whether the values come from the table of the solved game: what perfect play leads to, not an opinion. */
  exact: boolean;
  /** How long it took, in milliseconds. */
  ms: number;
};

/** Which position a request speaks of. */
export type AtPly = {
  /** How many moves the caller has seen; a request for another position is refused. */
  ply: number;
};

/** The games and agents that there are, and what this server allows. */
export type Catalog = {
  /** The program with its version. */
  program: string;
  /** The games, in the order of the registry. */
  games: Array<GameInfo>;
  /** What this server allows. */
  limits: LimitsView;
};

/** A place that can hold something. */
export type CellView = {
  /** The name, unique in the picture: `b3`, `S:C`, …; `touches` of moves name cells. */
  name: string;
  /** The seat in whose hand it is; `null` on the board. */
  hand: number | null;
  /** The column in half cells, so that hexagonal boards can shift every other row. */
  x: number;
  /** The row. */
  y: number;
  /** What stands there in at most three characters; empty for nothing. */
  text: string;
  /** The same in a word; of an empty place what can be said about it. */
  label: string;
  /** Whose it is. */
  owner: number | null;
};

/** What a client says on the WebSocket of a game; the first must come within ten seconds. */
export type ClientMessage = {
  /** The key. */
  token?: string;
  /** Which of several seats with this key sits at the screen; a game with secrets shows it what it may see. */
  seat?: number;
  type: 'hello';
};

/** A clock for each seat. */
export type ClockSettings = {
  /** What each seat has at the start, in seconds. */
  base_seconds: number;
  /** What each seat gets for a move, in seconds. */
  increment_seconds: number;
};

/** A game that was made, with the key of whoever made it. */
export type CreatedGame = {
  /** The key: `Authorization: Bearer …` holds the seats "here" and may hand out the others. */
  token: string;
  /** The game as its maker sees it. */
  game: GameView;
};

/** A series that was made, with the key of whoever made it. */
export type CreatedSeries = {
  /** The key with which it can be deleted. */
  token: string;
  /** The series. */
  series: SeriesView;
};

/** A tournament that was made, with the key of whoever made it. */
export type CreatedTournament = {
  /** The key: with `Authorization: Bearer …` the tournament can be stopped, prolonged and deleted. */
  token: string;
  /** The tournament. */
  tournament: TournamentView;
};

/** A request that was refused. */
export type ErrorView = {
  /** What is wrong, in one sentence. */
  error: string;
  /** What to do about it. */
  hint: string | null;
  /** A word for programs: `illegal_move`, `stale`, `not_found`, … */
  code: string;
};

/** Games that an agent forfeited for the same reason. */
export type ForfeitView = {
  /** The agent, by its place in the plan. */
  agent: number;
  /** The reason. */
  reason: string;
  /** How often. */
  times: number;
};

/** A game as the catalog describes it. */
export type GameInfo = {
  /** The name in requests. */
  id: string;
  /** The name that people know. */
  title: string;
  /** One sentence for someone who has never seen it. */
  summary: string;
  /** The variants; the first is the default. */
  variants: Array<VariantInfo>;
  /** Whether some seat cannot see all of the position. */
  hidden: boolean;
  /** Whether there is luck in it. */
  chance: boolean;
  /** Agents that play it, with their options. */
  agents: Array<AgentInfo>;
  /** Agents that this game alone has, with names of their own: published players, mostly. */
  players: Array<NamedPlayer>;
  /** How many levels of difficulty there are; level `n` is the agent `level:n=…`. */
  levels: number;
  /** Whether the game can be solved as a whole: `/api/tablebases` tells whether its table is there, and with it the
   * agent `perfect` plays, analyses are exact, and there are puzzles. */
  solvable: boolean;
  /** How a position is written. */
  position_help: string;
  /** The usual start of the default variant, as a spectator sees it. */
  start: PositionView;
};

/** A page of the library. */
export type GameList = {
  /** The games, the last changed first. */
  games: Array<GameSummary>;
  /** How many match in all. */
  total: number;
};

/** How a game went for an agent. */
export type GameResult = 'win' | 'draw' | 'loss';

/** A game in the library. */
export type GameSummary = {
  /** The game's address: `/api/games/{id}`. */
  id: string;
  /** The game's id in the catalog. */
  game: string;
  /** The variant. */
  variant: string;
  /** Who sits where: names and specs. */
  players: Array<string>;
  /** What sits where. */
  kinds: Array<SeatKind>;
  /** How many moves were played. */
  plies: number;
  /** The result, once there is one. */
  result: ResultView | null;
  /** Whether it was imported. */
  imported: boolean;
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** When it last changed, in milliseconds since 1970. */
  updated: number;
};

/** A game as the caller may see it. */
export type GameView = {
  /** The game's address: `/api/games/{id}`. */
  id: string;
  /** The game's id in the catalog. */
  game: string;
  /** The name that people know. */
  title: string;
  /** Whether some seat cannot see all of the position. Several seats with one key then say who sits at the screen
   * (header `Ludwerk-Seat`); until they do, they see what all may see. */
  hidden: boolean;
  /** Whether a turn may take several moves of one seat. */
  long_turns: boolean;
  /** The variant. */
  variant: string;
  /** The seats. */
  seats: Array<SeatView>;
  /** The seats that the caller holds. */
  you: Array<number>;
  /** Through which seat's eyes the caller sees the game; `null` for a spectator. */
  viewer: number | null;
  /** Whether the caller made the game. */
  owner: boolean;
  /** The seats that wait for their guests; only for whoever made the game. */
  invitations: Array<Invitation>;
  /** The moves so far. */
  moves: Array<PlayedView>;
  /** The present position. */
  position: PositionView;
  /** The result, once there is one. */
  result: ResultView | null;
  /** Whether moves can still be played here; a game that was imported is only for looking. */
  live: boolean;
  /** What the agent to move is thinking. */
  thinking: ThinkingView | null;
  /** Whether the caller may take moves back now, or ask to. */
  can_undo: boolean;
  /** Whether the caller may redo what was taken back, or ask to. */
  can_redo: boolean;
  /** Whether the caller is in the middle of a turn of several moves, which he may take back one by one without asking. */
  within_turn: boolean;
  /** A question that waits for an answer. */
  offer: OfferView | null;
  /** The clocks, where the game has them. */
  clock: ClockSettings | null;
  /** Where all chance comes from, unless that would tell a secret. */
  seed: number | null;
  /** The text of the position where it began, unless that is the usual start. */
  start: string | null;
  /** The game that was started after this one, with the same seats and keys. */
  next: string | null;
  /** The series that it belongs to, if it does: then there are no hints, nothing is taken back beyond the own turn,
   * and thoughts wait for the end. */
  series: string | null;
  /** How strong the caller is after this game, in a game that told something about it and is over. */
  strength: StrengthView | null;
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** When it last changed, in milliseconds since 1970. */
  updated: number;
  /** Counts the changes: of two views the one with the higher number is newer. */
  version: number;
};

/** Games that were imported. */
export type Imported = {
  /** Their addresses, in the order of the file. */
  ids: Array<string>;
  /** The key with which they can be deleted. */
  token: string;
};

/** A seat that waits for its guest, and the word in the link to it. */
export type Invitation = {
  /** The seat. */
  seat: number;
  /** The word: whoever accepts it first gets the key of the seat. */
  token: string;
};

/** Someone who takes part, with his key. */
export type JoinedSeries = {
  /** The key that plays the games. */
  token: string;
  /** The series. */
  series: SeriesView;
};

/** Moves to be judged by what was found out about the positions around them. */
export type JudgementQuery = {
  /** The game's id. */
  game: string;
  /** The variant; the first without it. */
  variant?: string;
  /** How many play; the fewest without it. */
  players?: number;
  /** The moves. */
  moves: Array<MoveFindings>;
};

/** How good a move was. */
export type JudgementView = {
  /** The word for it. */
  word: JudgementWord;
  /** The sign behind a weak move: `?!`, `?` or `??`; empty for the others. */
  mark: string;
  /** What the mover could expect after the move. */
  kept: number;
  /** How much of the win the move gave away. */
  loss: number;
};

/** What a move was worth beside the best one. */
export type JudgementWord = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

/** What this server allows. */
export type LimitsView = {
  /** The longest that an agent may think about a move, in milliseconds. */
  think_ms: number;
  /** The most lines of an analysis. */
  lines: number;
};

/** A line of positions: the start and what each move leads to. */
export type LineView = {
  /** The variant that was meant. */
  variant: string;
  /** What each seat is called. */
  seat_names: Array<string>;
  /** The positions, one more than there are moves unless fewer were asked for. All is open in an analysis; the
   * legal moves are told of the last one alone. */
  positions: Array<PositionView>;
  /** Whether the start is not the usual one. */
  is_position: boolean;
};

/** How an agent did against another. */
export type MeetingView = {
  /** How often it came before the other. */
  wins: number;
  /** How often they shared a place. */
  draws: number;
  /** How often it came after the other. */
  losses: number;
  /** Wins and half of the draws, as a part of all. */
  score: number;
  /** The likelihood that it is the better one, by the ratings of all games. */
  los: number;
  /** In games for two: how many pairs of games brought 0, ½, 1, 1½ and 2 points. */
  pairs: [number, number, number, number, number] | null;
  /** In games for two: the Elo difference by their own games alone; `null` where it has no bound. */
  elo: number | null;
  /** Half the width of its 95% interval; `null` where that has no bound. */
  elo_error: number | null;
};

/** More games of a tournament. */
export type MoreGames = {
  /** So many more for every group of agents that meets; in a Swiss tournament, so many more rounds. */
  games: number;
};

/** A move, with what is known of the positions before and after it. All shares are shares of the win, from 0 to 1. */
export type MoveFindings = {
  /** Whose move it was. */
  seat: number;
  /** What was played. */
  played: string;
  /** What the agent would have played. */
  best: string;
  /** What the mover could expect before the move. */
  share: number;
  /** The moves that the agent compared, best first, with what the mover could expect of each. */
  lines: Array<[string, number]>;
  /** Whether these values come from the table of the solved game. */
  exact: boolean;
  /** What is known after the move; nothing where nobody has looked. */
  after: AfterMove | null;
};

/** What a move does, as far as colours tell it. */
export type MoveKind = 'move' | 'capture' | 'drop' | 'other';

/** A move with the places that a person touches to make it. */
export type MoveView = {
  /** The text of the move. */
  move: string;
  /** The cells to touch, in this order; none for a move without a place. Left out on the way where the text is
   * just these names with commas between them. */
  touches: Array<string>;
  /** What it does; `move` is left out on the way. */
  kind: MoveKind;
};

/** An agent that a game brings along under a name of its own: a published player, say. */
export type NamedPlayer = {
  /** The name, which is its spec. */
  name: string;
  /** Who it is, in one sentence. */
  summary: string;
  /** Whether it looks at what its seat may not see: then it plays people only where whoever makes the game says so. */
  peeks: boolean;
  /** In which variants it plays with how many players. */
  tables: Array<PlayedTable>;
};

/** An agent that takes part. */
export type NewEntrant = {
  /** What it is called in tables; its spec without it. */
  name?: string;
  /** The agent's spec: `level:n=3`, `alphabeta:depth=7`, … */
  spec: string;
};

/** A game to be made. */
export type NewGame = {
  /** The game's id. */
  game: string;
  /** The variant; the first without it. */
  variant?: string;
  /** Who sits where, one a seat; seat 0 begins. */
  seats: Array<NewSeat>;
  /** Where all chance comes from, below 2^53; fresh without it. */
  seed?: number;
  /** Start in this position rather than the usual one. */
  position?: string;
  /** Play these moves first. */
  moves?: Array<string>;
  /** Clocks, where they are wanted. */
  clock?: ClockSettings;
  /** Take agents that look at what their seats may not see. They are refused without it; with it everybody who plays
   * is told. */
  allow_peeking?: boolean;
  /** The key of whoever sits "here", 16 to 64 letters and digits that nobody else knows: by it the server remembers
   * how strong the person is, and tells `adaptive-level`. It is of no use where several sit here. */
  player?: string;
};

/** A move to be played. */
export type NewMove = {
  /** The text of the move. */
  move: string;
  /** How many moves the caller has seen; a request for another position is refused. */
  ply: number;
};

/** Someone who wants to take part. */
export type NewPerson = {
  /** The name in the table. */
  name: string;
};

/** Who is to sit on a seat. */
export type NewSeat = {
  /** What to call the person. */
  name?: string;
  kind: 'here';
} | {
  /** What to call the person. */
  name?: string;
  kind: 'invited';
} | {
  /** The agent's spec: `level:n=3`, `alphabeta:depth=7`, … */
  spec: string;
  kind: 'engine';
};

/** A series to be made: every person plays so many games against each opponent. */
export type NewSeries = {
  /** What it is called. */
  name: string;
  /** The game's id. */
  game: string;
  /** The variant; the first without it. */
  variant?: string;
  /** How many play a game; the fewest without it. One of them is the person, all others the opponent. */
  players?: number;
  /** The agents to be played against, by their specs. */
  opponents: Array<string>;
  /** How many games each person plays against each opponent. */
  games: number;
  /** The person sits at another seat from game to game; otherwise always at the first. */
  rotate?: boolean;
  /** Take opponents that look at what their seats may not see. They are refused without it; with it everybody who
   * plays is told. */
  allow_peeking?: boolean;
};

/** A tournament to be played. */
export type NewTournament = {
  /** What it is called. */
  name?: string;
  /** The game's id. */
  game: string;
  /** The variant; the first without it. */
  variant?: string;
  /** How many play a game; the fewest without it. */
  players?: number;
  /** Who meets whom. */
  format?: TournamentFormat;
  /** Who takes part. */
  agents: Array<NewEntrant>;
  /** The games of every group of agents that meets (in a Swiss tournament: in every round), rounded up so that
   * all sit everywhere equally often. With a test, the most. */
  games?: number;
  /** The rounds of a Swiss tournament; enough to find a winner without it. */
  rounds?: number;
  /** Where all chance comes from, below 2^53; fresh without it. */
  seed?: number;
  /** Openings, each a line of moves. */
  openings?: Array<string>;
  /** So many random plies come before the agents take over, the same ones with all seats changed. */
  opening_plies?: number;
  /** The clock of every seat: `1s/move`, `5m`, `5m+3s`. */
  clock?: string;
  /** Stop as soon as it is clear which of two agents is better. */
  sprt?: SprtSettings;
};

/** The answer to an offer. */
export type OfferAnswer = {
  /** Whether the caller agrees. */
  accept: boolean;
};

/** What one player asks of the others. */
export type OfferKind = 'undo' | 'redo';

/** A question that waits for an answer. */
export type OfferView = {
  /** What is asked. */
  kind: OfferKind;
  /** The seat that asks. */
  by: number;
  /** Whether the caller asked; otherwise a caller with a seat may answer. */
  yours: boolean;
  /** Whether the caller has agreed, and others are still to be heard. */
  agreed: boolean;
};

/** An option of an agent. */
export type OptionInfo = {
  /** The name in specs. */
  name: string;
  /** What holds in this game when it is left out. */
  default: string;
  /** What it does. */
  help: string;
};

/** What is played, besides game and agents. */
export type PlanView = {
  /** Who meets whom. */
  format: TournamentFormat;
  /** The games of every group that meets, as they were asked for. */
  games: number | null;
  /** How many games are played with the same opening or deal. */
  bout: number;
  /** The rounds, 1 where there are none. */
  rounds: number;
  /** Where all chance comes from. */
  seed: number;
  /** The openings. */
  openings: Array<string>;
  /** So many random plies come first. */
  opening_plies: number;
  /** The clock of every seat. */
  clock: string | null;
  /** A longer game is adjudicated a draw (ply limit). */
  max_plies: number;
  /** The program that began it. */
  program: string;
  /** The whole plan as a file for `ludwerk tournament`. */
  file: string;
};

/** A variant with a number of players. */
export type PlayedTable = {
  /** The variant's name. */
  variant: string;
  /** How many play. */
  players: number;
};

/** A move that was played. */
export type PlayedView = {
  /** The text of the move; `…` for one that the caller may not know. */
  move: string;
  /** Who played it; `null` for chance. */
  seat: number | null;
  /** How long it took, in milliseconds. */
  ms: number | null;
  /** What the agent that played it thought of it, for itself, where that tells no secret. */
  value: ValueView | null;
  /** How many plies that agent looked ahead, where that tells no secret. */
  depth: number | null;
  /** How many positions it entered, where that tells no secret. */
  nodes: number | null;
};

/** A position to be looked at: where it starts and how it goes on. */
export type PositionQuery = {
  /** The game's id. */
  game: string;
  /** The variant; the first without it. */
  variant?: string;
  /** How many play; the fewest without it. */
  players?: number;
  /** The seed of the start, in a game that deals. */
  seed?: number;
  /** The deal, in a game that deals. */
  setup?: unknown;
  /** The position to start in. */
  position?: string;
  /** The moves to play from there. */
  moves?: Array<string>;
  /** The first position to be told, by how many moves lead to it; the start without it. The last one is always told. */
  from?: number;
};

/** A position as one viewer sees it. */
export type PositionView = {
  /** The position's text, without what the viewer may not see. */
  text: string;
  /** How many moves led to it. */
  ply: number;
  /** How often it has occurred in the game by now, this time included; `null` where that could tell a secret. */
  occurrences: number | null;
  /** The seat to move; `null` at the end. */
  to_move: number | null;
  /** The legal moves; empty at the end, for those who may not know them, and in positions of the past. */
  legal: Array<MoveView>;
  /** The move that led here, if there is one and the viewer may know it. */
  last: MoveView | null;
  /** In a game whose turns take several moves: those since the viewer's last turn that he may know, up to the last
   * one. */
  recent: Array<MoveView>;
  /** Cells where the opponent would win at once if the mover did nothing. */
  threats: Array<string>;
  /** What the game's own board shows, as `web/board.types.ts` in the game's folder describes it; `null` in a game
   * that leaves it to the cells. */
  board: unknown;
  /** The cells of the board and of the hands, in a game without a board of its own. */
  cells: Array<CellView>;
  /** Lines to show beside the board, in a game without one of its own. */
  notes: Array<string>;
  /** The points of each seat, in a game that has them and shows them. */
  points: Array<number> | null;
  /** The result, once the rules give one. */
  result: ResultView | null;
};

/** A position in which the player to move wins, if only he finds the way. */
export type PuzzleView = {
  /** The game's id. */
  game: string;
  /** The variant. */
  variant: string;
  /** The position's text. */
  position: string;
  /** The seat to move, which wins. */
  seat: number;
  /** In how many plies it wins, the last of which ends the game. */
  plies: number;
  /** How hard it is, from 1 to 5. */
  difficulty: number;
  /** What it was drawn with: the same seed gives the same puzzle. */
  seed: number;
};

/** Who gives up. */
export type Resignation = {
  /** The seat, which the caller holds. */
  seat: number;
};

/** How a game ended. */
export type ResultView = {
  /** The share of the win that each seat gets. */
  returns: Array<number>;
  /** The points of each seat, in a game with points. */
  points: Array<number> | null;
  /** Why, in a word or two: `catch`, `repetition`, `resignation`, `time`, … */
  reason: string;
  /** The seat that won alone; `null` for a draw or a shared win. */
  winner: number | null;
};

/** What sits on a seat. */
export type SeatKind = 'human' | 'engine';

/** What a seat took, whoever sat there. */
export type SeatShareView = {
  /** The mean share. */
  score: number | null;
  /** Its 95% interval. */
  ci95: [number, number];
};

/** A seat of a game. */
export type SeatView = {
  /** What the seat is called: `Forest`, `Red`, … */
  name: string;
  /** What sits there. */
  kind: SeatKind;
  /** The person's name, or the agent's spec. */
  player: string;
  /** Whether the agent looks at what its seat may not see: whoever made the game has asked for that. */
  peeks: boolean;
  /** Whether the caller holds it. */
  yours: boolean;
  /** Whether whoever holds it is connected; always so for agents. */
  online: boolean;
  /** What is left on its clock, in milliseconds, at the moment of this view. */
  clock_ms: number | null;
};

/** A game of a series. */
export type SeriesGameView = {
  /** The game's address: `/api/games/{id}`. */
  id: string;
  /** The opponent's spec. */
  opponent: string;
  /** What the seat of the person is called. */
  seat: string;
  /** The person's share of the win; `null` while the game is not finished. */
  share: number | null;
  /** How many moves were played. */
  plies: number;
  /** When it last changed, in milliseconds since 1970. */
  updated: number;
};

/** All series. */
export type SeriesList = {
  /** The series, the last made first. */
  series: Array<SeriesSummary>;
};

/** An opponent of a series. */
export type SeriesOpponent = {
  /** The agent's spec. */
  spec: string;
  /** Whether it looks at what its seat may not see. */
  peeks: boolean;
};

/** Someone who takes part in a series. */
export type SeriesPerson = {
  /** The name. */
  name: string;
  /** Whether it is the caller. */
  you: boolean;
  /** The games so far, the first first. */
  games: Array<SeriesGameView>;
};

/** What one person has, or all of them, against one opponent. */
export type SeriesRow = {
  /** The person's name; empty for all together. */
  person: string;
  /** Games that were finished. */
  plays: number;
  /** Wins that were not shared. */
  wins: number;
  /** Shared wins. */
  draws: number;
  /** Games without any share. */
  losses: number;
  /** The part of the plays that was won; `null` before the first. */
  win_rate: number | null;
  /** The 95% interval of that part. */
  win_rate_ci95: [number, number];
  /** The mean share of the win, to which a draw counts its part; `null` before the first play. */
  score: number | null;
  /** The 95% interval of the score. */
  score_ci95: [number, number];
  /** Games that were begun and not finished; they count for nothing else. */
  unfinished: number;
};

/** A series in the list. */
export type SeriesSummary = {
  /** The address: `/api/series/{id}`. */
  id: string;
  /** What it is called. */
  name: string;
  /** The game's id in the catalog. */
  game: string;
  /** The variant. */
  variant: string;
  /** The opponents' specs. */
  opponents: Array<string>;
  /** How many people take part. */
  people: number;
  /** How many games were finished. */
  finished: number;
  /** How many were begun and not finished. */
  unfinished: number;
  /** When it was made, in milliseconds since 1970. */
  created: number;
};

/** What all people have against one opponent. */
export type SeriesTable = {
  /** The opponent's spec. */
  opponent: string;
  /** Whether it looks at what its seat may not see. */
  peeks: boolean;
  /** The people, in the order in which they came. */
  people: Array<SeriesRow>;
  /** All of them together. */
  all: SeriesRow;
};

/** A series as the caller may see it. */
export type SeriesView = {
  /** The address: `/api/series/{id}`. */
  id: string;
  /** What it is called. */
  name: string;
  /** The game's id in the catalog. */
  game: string;
  /** The name of the game that people know. */
  title: string;
  /** The variant. */
  variant: string;
  /** How many play a game. */
  players: number;
  /** The opponents, in the order in which they come. */
  opponents: Array<SeriesOpponent>;
  /** How many games each person plays against each opponent. */
  games: number;
  /** Whether the person sits at another seat from game to game. */
  rotate: boolean;
  /** Whether the caller made it. */
  owner: boolean;
  /** Who takes part, in the order in which they came. */
  people: Array<SeriesPerson>;
  /** The results, one table an opponent. */
  tables: Array<SeriesTable>;
  /** When it was made, in milliseconds since 1970. */
  created: number;
};

/** What the server says on the WebSocket of a game. */
export type ServerMessage = {
  /** The game as the client may see it. */
  game: GameView;
  type: 'game';
} | {
  /** The thoughts. */
  thinking: ThinkingView;
  type: 'thinking';
} | {
  type: 'deleted';
} | {
  /** What. */
  error: ErrorView;
  type: 'error';
};

/** A sequential test: play until it is clear whether the first agent is better than the second by `elo0` or by
 * `elo1`. */
export type SprtSettings = {
  /** The difference that is to be refuted. */
  elo0: number;
  /** The difference that is hoped for. */
  elo1: number;
  /** How often `elo0` may be taken for `elo1`, from 0 to ½. */
  alpha: number;
  /** How often `elo1` may be taken for `elo0`, from 0 to ½. */
  beta: number;
};

/** What a test says so far. */
export type SprtVerdict = 'open' | 'accepted' | 'rejected';

/** A sequential test of the first agent against the second. */
export type SprtView = {
  /** The difference that is to be refuted. */
  elo0: number;
  /** The difference that is hoped for. */
  elo1: number;
  /** How far the evidence is: the log-likelihood ratio. */
  llr: number;
  /** At this the test ends: no better than `elo0`. */
  lower: number;
  /** At this the test ends: better by `elo1`. */
  upper: number;
  /** What came out. */
  verdict: SprtVerdict;
  /** The bouts that count. */
  bouts: number;
};

/** How far a game is. */
export type Status = 'playing' | 'over';

/** How strong a person is in a game, on its scale of levels. */
export type StrengthView = {
  /** The level; between two levels it has a fraction. */
  level: number;
  /** How unsure that is: the standard deviation, in levels. */
  deviation: number;
  /** From how many games it is told; with none, nothing is known yet. */
  games: number;
};

/** A number of players and what their seats are called. */
export type TableInfo = {
  /** How many play. */
  players: number;
  /** What each seat is called; seat 0 begins. */
  seat_names: Array<string>;
};

/** How far the table of a solved game is. */
export type TablebaseState = 'missing' | 'building' | 'ready' | 'failed';

/** The table of a solved game. */
export type TablebaseView = {
  /** The game's id. */
  game: string;
  /** How far it is. */
  state: TablebaseState;
  /** What is being done, while it is built. */
  phase: string | null;
  /** How much of the work is done, from 0 to 1, while it is built. */
  done: number | null;
  /** How long the rest will take, in milliseconds, once that can be told. */
  left_ms: number | null;
  /** The size of its file, once it is ready. */
  bytes: number | null;
  /** How many positions it tells apart. */
  positions: number;
  /** Why it failed. */
  error: string | null;
};

/** What an agent is thinking. */
export type ThinkingView = {
  /** Whose agent. */
  seat: number;
  /** How many plies it looks ahead by now, where that tells no secret. */
  depth: number | null;
  /** How many positions it has entered, where that tells no secret. */
  nodes: number | null;
  /** What it thinks of its position, where that tells no secret. */
  value: ValueView | null;
  /** The line it expects, where that tells no secret. */
  pv: Array<string>;
  /** How long it has been thinking, in milliseconds. */
  ms: number;
};

/** What a tournament that is wanted would be, checked and counted without being played. */
export type TournamentDraft = {
  /** How many games it has; with a test, at most. */
  games: number;
  /** How many games are played with the same opening or deal, all seats changed. */
  bout: number;
  /** The rounds of a Swiss tournament, 1 in the others. */
  rounds: number;
  /** The agents that cannot take part, with the reason. */
  agents: Array<AgentProblem>;
  /** What else is wrong. */
  problem: ErrorView | null;
};

/** Who meets whom. */
export type TournamentFormat = 'round-robin' | 'gauntlet' | 'swiss';

/** A game of a tournament. */
export type TournamentGame = {
  /** Its number in the tournament, counted from 0. */
  number: number;
  /** The round of a Swiss tournament, counted from 0. */
  round: number;
  /** The number of its opening or deal, counted from 0. */
  opening: number;
  /** The agent at each seat, by its place in the plan. */
  seating: Array<number>;
  /** What each seat got. */
  returns: Array<number>;
  /** The points of each seat, in a game with points. */
  points: Array<number> | null;
  /** How it ended, in a few words. */
  reason: string;
  /** The seat whose agent forfeited it. */
  forfeit: number | null;
  /** How many plies it took. */
  plies: number;
  /** When it ended, in milliseconds since 1970. */
  finished: number;
};

/** A page of the games of a tournament. */
export type TournamentGames = {
  /** The games, the last ones first. */
  games: Array<TournamentGame>;
  /** How many match in all. */
  total: number;
};

/** The tournaments of a server. */
export type TournamentList = {
  /** The tournaments, the last made first. */
  tournaments: Array<TournamentSummary>;
  /** How many there may be. */
  most: number;
};

/** How far a tournament is. */
export type TournamentState = 'waiting' | 'running' | 'stopped' | 'complete' | 'failed';

/** A tournament in the list. */
export type TournamentSummary = {
  /** The tournament's address: `/api/tournaments/{id}`. */
  id: string;
  /** What it is called; empty for no name. */
  name: string;
  /** The game's id in the catalog. */
  game: string;
  /** The variant. */
  variant: string;
  /** Who meets whom. */
  format: TournamentFormat;
  /** The agents, the best first. */
  agents: Array<string>;
  /** How far it is. */
  state: TournamentState;
  /** The games that count. */
  games: number;
  /** The games that there will be; with a test, at most. */
  planned: number;
  /** When it was made, in milliseconds since 1970. */
  created: number;
};

/** A tournament with its table. */
export type TournamentView = {
  /** The tournament's address: `/api/tournaments/{id}`. */
  id: string;
  /** What it is called; empty for no name. */
  name: string;
  /** The game's id in the catalog. */
  game: string;
  /** The name that people know. */
  title: string;
  /** The variant. */
  variant: string;
  /** What each seat is called; seat 0 begins. */
  seat_names: Array<string>;
  /** What is played, besides game and agents. */
  plan: PlanView;
  /** How far it is. */
  state: TournamentState;
  /** Why it failed. */
  reason: string | null;
  /** How many are played before it, while it waits. */
  ahead: number;
  /** The games that count. */
  games: number;
  /** The games that there will be; with a test, at most. */
  planned: number;
  /** How many games are played in a minute; `null` while nothing is known. */
  per_minute: number | null;
  /** How long it will take, in milliseconds; `null` while nothing is known. With a test, at most. */
  left_ms: number | null;
  /** The table, in the order of the plan. */
  agents: Array<AgentRowView>;
  /** For each agent, how it did against each other; `null` for those who never met. */
  cross: Array<Array<MeetingView | null>>;
  /** The sequential test. */
  sprt: SprtView | null;
  /** What each seat took, whoever sat there. */
  seats: Array<SeatShareView>;
  /** Games that were forfeited. */
  forfeits: Array<ForfeitView>;
  /** Games for which no opening was found. */
  without_opening: number;
  /** Whether the caller made it. */
  owner: boolean;
  /** Whether this server makes reports. */
  report: boolean;
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** Counts the changes: of two views the one with the higher number is newer. */
  version: number;
};

/** What a position is worth to a seat. */
export type ValueView = {
  /** The expected share of the win, from 0 to 1, for graphs; evaluations are squeezed into it. */
  share: number;
  /** As people say it: `win in 7`, `62%`, `+1.50`. */
  text: string;
};

/** A set of rules. */
export type VariantInfo = {
  /** The name in requests. */
  name: string;
  /** What is special about it. */
  summary: string;
  /** Its rules, in a few paragraphs. */
  rules: Array<string>;
  /** How many may sit down, with the names of the seats for each number. */
  tables: Array<TableInfo>;
};
