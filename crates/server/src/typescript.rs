//! The page's types, generated from the wire types.

use ts_rs::{Config, TS};

use crate::dto;

const OPENING: &str = "\
// Generated from crates/server/src/dto.rs. Do not edit:
// LUDWERK_UPDATE=1 cargo test -p ludwerk-server --test web
";

/// The content of `web/src/api/types.ts`.
pub fn types() -> String {
    let config = Config::default();
    let mut text = OPENING.to_owned();
    macro_rules! declare {
        ($($name:ident)*) => {$({
            text.push('\n');
            text.push_str(&<dto::$name as TS>::docs().unwrap_or_default());
            text.push_str("export ");
            text.push_str(&<dto::$name as TS>::decl(&config));
            text.push('\n');
        })*};
    }
    declare! {
        Catalog GameInfo VariantInfo TableInfo NamedPlayer PlayedTable AgentInfo OptionInfo LimitsView
        CellView MoveKind MoveView PositionView ResultView
        NewSeat ClockSettings NewGame CreatedGame Invitation Acceptance
        SeatKind SeatView PlayedView ValueView ThinkingView OfferKind OfferView StrengthView GameView
        NewMove AtPly OfferAnswer Resignation
        PositionQuery LineView AnalysisQuery AnalysisLine AnalysisView
        JudgementQuery MoveFindings AfterMove JudgementView JudgementWord
        GameSummary GameList Imported ErrorView ClientMessage ServerMessage
        TournamentFormat NewEntrant SprtSettings NewTournament TournamentDraft AgentProblem
        TournamentState CreatedTournament TournamentView PlanView AgentRowView MeetingView
        SprtView SprtVerdict SeatShareView ForfeitView MoreGames TournamentSummary TournamentList
        TournamentGame TournamentGames
        NewSeries CreatedSeries SeriesOpponent SeriesGameView SeriesPerson SeriesRow SeriesTable SeriesView
        SeriesSummary SeriesList NewPerson JoinedSeries
        TablebaseState TablebaseView PuzzleView
    }
    // A comment of one sentence on one line.
    let text = text.replace("/**\n * ", "/** ").replace("\n */\n", " */\n");
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}
