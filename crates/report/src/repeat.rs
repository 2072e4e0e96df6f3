//! Everything that is needed to repeat a tournament.

use std::fmt::Write as _;

use crate::facts::Facts;
use crate::html::{Text, breakable};
use crate::words::{count, date};

pub fn repeat(facts: &Facts, resolved: &[String]) -> String {
    let about = &facts.about;
    let mut html = String::from(
        "<p>Save the plan below as <code>plan.toml</code> and run it with the same version of the program:</p>\
         <pre>ludwerk tournament plan.toml\nludwerk report plan</pre>",
    );
    let games = if facts.plan.clock.is_some() {
        "A game depends on the machine and on what else it does, because there is a clock."
    } else {
        "A game is a function of the plan, its seed and its number, on any machine and any number of threads; agents with \
         a limit of time, several threads, or programs from outside may differ."
    };
    let _ =
        write!(html, "<p>{games}</p><h3>The plan</h3><pre>{}</pre>", Text(facts.plan.to_toml().trim_end()));
    html.push_str(
        "<div class=\"wide\"><table class=\"narrow\"><caption>The agents, with all that the game fills in where the plan says nothing.\
         </caption><thead><tr><th scope=\"col\">Agent</th><th scope=\"col\">Spec</th></tr></thead><tbody>",
    );
    for (agent, row) in facts.summary.agents.iter().enumerate() {
        let spec = resolved.get(agent).unwrap_or(&row.spec);
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td class=\"text\"><code>{}</code></td></tr>",
            breakable(&row.name),
            breakable(spec)
        );
    }
    html.push_str("</tbody></table></div><dl class=\"about\">");
    let cores = count(about.cores, "core", "cores");
    let facts_of = [
        ("Seed", facts.summary.seed.to_string()),
        ("Program", about.program.clone()),
        ("Processor", format!("{} ({cores})", about.cpu)),
        ("System", about.system.clone()),
        ("Begun", date(about.started)),
        (
            "Last game",
            if facts.last_finished == 0 { "none yet".to_owned() } else { date(facts.last_finished) },
        ),
        ("Report by", concat!("ludwerk ", env!("CARGO_PKG_VERSION")).to_owned()),
    ];
    for (name, value) in facts_of {
        let _ = write!(html, "<dt>{name}</dt><dd>{}</dd>", Text(&value));
    }
    html.push_str("</dl>");
    html
}
