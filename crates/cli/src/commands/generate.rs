//! `ludwerk completions` and `ludwerk man`: made from the same definitions as the command line itself.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use crate::CommandResult;
use crate::failure::Failure;
use crate::{output, program};

pub fn completions(shell: clap_complete::Shell) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program::command(), program::name(), &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub fn man(out: Option<&Path>) -> CommandResult {
    let Some(folder) = out else {
        let mut page = Vec::new();
        clap_mangen::Man::new(program::command()).render(&mut page)?;
        std::io::stdout().write_all(&page)?;
        return Ok(ExitCode::SUCCESS);
    };
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(program::command(), folder))
        .map_err(|error| {
            Failure::new(
                format!("cannot write to {}: {error}", folder.display()),
                "check the path given to --out",
            )
        })?;
    output::note(format!("man pages written to {}", folder.display()));
    Ok(ExitCode::SUCCESS)
}
