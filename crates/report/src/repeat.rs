//! Everything that is needed to repeat a tournament.

use maud::{Markup, html};

use crate::facts::Facts;
use crate::html::breakable;
use crate::words::{count, date};

pub fn repeat(facts: &Facts, resolved: &[String]) -> Markup {
    let about = &facts.about;
    let games = if facts.plan.clock.is_some() {
        "A game depends on the machine and on what else it does, because there is a clock."
    } else {
        "A game is a function of the plan, its seed and its number, on any machine and any number of threads; agents with \
         a limit of time, several threads, or programs from outside may differ."
    };
    let cores = count(about.cores, "core", "cores");
    let last = if facts.last_finished == 0 { "none yet".to_owned() } else { date(facts.last_finished) };
    let facts_of = [
        ("Seed", facts.summary.seed.to_string()),
        ("Program", about.program.clone()),
        ("Processor", format!("{} ({cores})", about.cpu)),
        ("System", about.system.clone()),
        ("Begun", date(about.started)),
        ("Last game", last),
        ("Report by", concat!("ludwerk ", env!("CARGO_PKG_VERSION")).to_owned()),
    ];
    html! {
        p { "Save the plan below as " code { "plan.toml" } " and run it with the same version of the program:" }
        pre { "ludwerk tournament plan.toml\nludwerk report plan" }
        p { (games) }
        h3 { "The plan" }
        pre { (facts.plan.to_toml().trim_end()) }
        div.wide {
            table.narrow {
                caption { "The agents, with all that the game fills in where the plan says nothing." }
                thead { tr { th scope="col" { "Agent" } th scope="col" { "Spec" } } }
                tbody {
                    @for (agent, row) in facts.summary.agents.iter().enumerate() {
                        tr {
                            th scope="row" { (breakable(&row.name)) }
                            td.text { code { (breakable(resolved.get(agent).unwrap_or(&row.spec))) } }
                        }
                    }
                }
            }
        }
        dl.about { @for (name, value) in facts_of { dt { (name) } dd { (value) } } }
    }
}
