//! The report of a run: what was published and what was measured, side by side, as Markdown, HTML and JSON.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ludwerk_report::document::{Chapter, Document};
use maud::{Markup, html};

use crate::row::thousands;
use crate::{Journal, Reproduction, Row, Session, Settings, Verdict};

/// The lines around the summary in the Markdown report, by which it can be taken over into another page.
const SUMMARY: [&str; 2] = ["<!-- summary -->", "<!-- end of summary -->"];

/// What a report tells.
pub struct Report<'a> {
    reproductions: &'a [Reproduction],
    program: &'a str,
    settings: Settings,
    sessions: &'a [Session],
    /// The experiment that was asked for, or `all`.
    asked: &'a str,
}

impl<'a> Report<'a> {
    /// The report of a run that is complete.
    pub fn new(reproductions: &'a [Reproduction], journal: &'a Journal, asked: &'a str) -> Self {
        Self {
            reproductions,
            program: journal.program(),
            settings: journal.settings(),
            sessions: journal.sessions(),
            asked,
        }
    }

    /// Writes `report.md`, `report.html` and `report.json` into a directory, each in one go, and says where they are.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let json = serde_json::to_string_pretty(self.reproductions)? + "\n";
        let files = [("report.md", self.markdown()), ("report.html", self.html()), ("report.json", json)];
        let mut written = Vec::new();
        for (name, text) in files {
            let (path, unfinished) = (dir.join(name), dir.join(format!("{name}.part")));
            fs::write(&unfinished, text)?;
            fs::rename(&unfinished, &path)?;
            written.push(path);
        }
        Ok(written)
    }

    /// The command that repeats the run.
    fn command(&self) -> String {
        let mut command = format!("ludwerk reproduce {}", self.asked);
        if self.settings.quick {
            command += " --quick";
        }
        if self.settings.seed != 0 {
            let _ = write!(command, " --seed {}", self.settings.seed);
        }
        command
    }

    /// How the run was made: names and values.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut machines: Vec<_> = self.sessions.iter().map(|session| session.machine.as_str()).collect();
        machines.dedup();
        let wall: f64 = self.sessions.iter().map(|session| session.seconds).sum();
        let work: f64 = self.reproductions.iter().map(|reproduction| reproduction.seconds).sum();
        let threads = self.sessions.iter().map(|session| session.threads).max().unwrap_or(1);
        let breaks = match self.sessions.len() {
            0 | 1 => String::new(),
            n => format!(", in {n} sessions"),
        };
        vec![
            ("command", self.command()),
            ("seed", self.settings.seed.to_string()),
            ("program", self.program.to_owned()),
            ("machine", machines.join("; ")),
            (
                "time taken",
                format!("{} on {threads} threads{breaks}; {} of CPU", duration(wall), duration(work)),
            ),
        ]
    }

    /// The whole as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::from("# Published tables, reproduced: every row\n\n");
        let [begin, end] = SUMMARY;
        let _ = writeln!(text, "{begin}\n");
        let (headings, lines) = summary(self.reproductions);
        text += &markdown_table(&headings, &lines);
        text.push('\n');
        for (name, value) in self.facts() {
            let _ = writeln!(text, "- {name}: {}", markdown_escaped(&value));
        }
        let _ = writeln!(text, "\n{end}\n");
        for verdict in Verdict::ALL {
            let _ = writeln!(text, "- **{}**: {}", verdict.name(), verdict.meaning());
        }
        for reproduction in self.reproductions {
            let _ = writeln!(text, "\n## {}\n", reproduction.id);
            for (name, value) in about(reproduction) {
                let _ = writeln!(text, "- {name}: {}", markdown_escaped(value));
            }
            let lines: Vec<_> = reproduction.rows.iter().map(cells).collect();
            let _ = write!(text, "\n{}", markdown_table(&HEADINGS, &lines));
        }
        text
    }

    /// The whole as one page that needs nothing else.
    pub fn html(&self) -> String {
        let (headings, lines) = summary(self.reproductions);
        let has_chapter = |id: &str| self.reproductions.iter().any(|reproduction| reproduction.id == id);
        let summary = html! {
            dl.about { @for (name, value) in self.facts() { dt { (name) } dd { (value) } } }
            (table(&headings, lines.iter().map(|line| ("", line)), |name| html! {
                @if has_chapter(name) { a href={ "#" (name) } { (name) } } @else { (name) }
            }))
            ul { @for verdict in Verdict::ALL { li { b { (verdict.name()) } ": " (verdict.meaning()) } } }
        };
        let chapter = |reproduction: &Reproduction| {
            let lines: Vec<_> = reproduction.rows.iter().map(cells).collect();
            let classes = reproduction.rows.iter().map(|row| row.verdict.name());
            let html = html! {
                dl.about { @for (name, value) in about(reproduction) { dt { (name) } dd { (value) } } }
                (table(&HEADINGS, classes.zip(&lines), |what| html! { (what) }))
            };
            Chapter::new(reproduction.id, reproduction.id, html)
        };
        let chapters = std::iter::once(Chapter::new("summary", "Summary", summary));
        let chapters = chapters.chain(self.reproductions.iter().map(chapter)).collect();
        Document { title: "Published tables, reproduced".to_owned(), chapters, ..Document::default() }.html()
    }
}

const HEADINGS: [&str; 5] = ["", "published", "measured", "95% interval, games", "verdict"];

/// What there is to say of an experiment before its rows.
fn about(reproduction: &Reproduction) -> [(&'static str, &str); 4] {
    [
        ("source", reproduction.source),
        ("published", reproduction.published),
        ("measured", reproduction.measures),
        ("tolerance", reproduction.tolerance),
    ]
}

/// A row as text; under [`HEADINGS`].
fn cells(row: &Row) -> Vec<String> {
    let published = row.published.map_or("-".to_owned(), |figure| match figure.interval() {
        interval if interval.is_empty() => figure.to_string(),
        interval => format!("{figure} ({interval})"),
    });
    let note = row.note.map_or(String::new(), |note| format!(": {note}"));
    let verdict = format!("{}{note}", row.verdict.name());
    vec![row.what.clone(), published, row.ours.to_string(), row.ours.interval(), verdict]
}

/// A table of how many rows of each experiment have which verdict: headings, and a line each.
pub fn summary(reproductions: &[Reproduction]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let shown: Vec<_> = Verdict::ALL
        .into_iter()
        .filter(|&verdict| reproductions.iter().any(|all| all.count(verdict) > 0))
        .collect();
    let mut headings = vec!["experiment"];
    headings.extend(shown.iter().map(|verdict| verdict.name()));
    headings.push("CPU time");
    let line = |name: &str, of: &[Reproduction]| {
        let mut line = vec![name.to_owned()];
        line.extend(shown.iter().map(|&verdict| {
            let n: usize = of.iter().map(|reproduction| reproduction.count(verdict)).sum();
            if n == 0 { "-".to_owned() } else { thousands(n as u64) }
        }));
        line.push(duration(of.iter().map(|reproduction| reproduction.seconds).sum()));
        line
    };
    let mut lines: Vec<_> = reproductions.iter().map(|one| line(one.id, std::slice::from_ref(one))).collect();
    if reproductions.len() > 1 {
        lines.push(line("all", reproductions));
    }
    (headings, lines)
}

/// A time as people say it.
pub fn duration(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 10.0 => format!("{seconds:.1} s"),
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

fn markdown_table(headings: &[&str], lines: &[Vec<String>]) -> String {
    let mut text = format!("| {} |\n|{}\n", headings.join(" | "), "---|".repeat(headings.len()));
    for line in lines {
        let cells: Vec<_> = line.iter().map(|cell| markdown_escaped(cell)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

fn markdown_escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if matches!(character, '|' | '<' | '*' | '_' | '`' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// A table of lines, each with a verdict; `first` is what stands in the first cell.
fn table<'a>(
    headings: &[&str],
    lines: impl Iterator<Item = (&'a str, &'a Vec<String>)>,
    first: impl Fn(&str) -> Markup,
) -> Markup {
    html! {
        div.wide {
            table.judged {
                thead { tr { @for heading in headings { th scope="col" { (heading) } } } }
                tbody {
                    @for (verdict, line) in lines {
                        tr class=(verdict.replace(' ', "-")) {
                            td { (first(&line[0])) }
                            @for cell in &line[1..] { td { (cell) } }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Figure;

    fn reproduction() -> Reproduction {
        let share = Figure::Share { score: 0.5, ci95: [0.4, 0.6], games: 100 };
        Reproduction {
            id: "table",
            source: "A & B",
            published: "figures <here>",
            measures: "games",
            tolerance: "none",
            seconds: 90.0,
            rows: vec![
                Row::exact("nodes | all", 1000, 1000),
                Row::measured("share", Figure::Claim("a < b"), share, Verdict::Refuted).noting("why"),
                Row::new("depth", Figure::Count(3)),
            ],
        }
    }

    #[test]
    fn both_forms_have_every_row_and_escape_text() {
        let reproductions = [reproduction()];
        let journal = Journal::in_memory("ludwerk 1", Settings { quick: true, seed: 5 });
        let report = Report::new(&reproductions, &journal, "all");
        let text = report.markdown();
        assert!(text.contains("| nodes \\| all | 1,000 | 1,000 |  | equal |"), "{text}");
        assert!(text.contains("| share | a \\< b | 50.0% | 40.0 to 60.0%, 100 | refuted: why |"), "{text}");
        assert!(text.contains("- command: ludwerk reproduce all --quick --seed 5\n"), "{text}");
        assert!(text.contains("| table | 1 | 1 | 1 | 90 s |"), "{text}");
        let html = report.html();
        assert!(html.contains("<tr class=\"refuted\"><td>share</td><td>a &lt; b</td>"), "{html}");
        assert!(html.contains("figures &lt;here&gt;") && html.contains("A &amp; B"), "{html}");
    }

    #[test]
    fn files_are_written_whole() {
        let dir = tempfile::tempdir().unwrap();
        let reproductions = [reproduction()];
        let journal = Journal::in_memory("ludwerk 1", Settings::default());
        let written = Report::new(&reproductions, &journal, "table").write(dir.path()).unwrap();
        assert_eq!(written.len(), 3);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
        let json: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(&written[2]).unwrap()).unwrap();
        assert_eq!(json[0]["rows"][1]["verdict"], "refuted");
    }

    #[test]
    fn times_are_said_as_people_say_them() {
        assert_eq!([3.21, 95.0, 1800.0, 9000.0].map(duration), ["3.2 s", "95 s", "30 min", "2.5 h"]);
    }
}
