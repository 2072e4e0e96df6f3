//! `ludwerk serve`: the web app, until somebody presses Ctrl-C.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use ludwerk_registry::games;
use ludwerk_server::{App, Settings, StoreError};
use serde_json::json;
use tokio::net::TcpListener;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::CommandResult;
use crate::args::ServeArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, BOLD};
use crate::program;

pub fn run(args: &ServeArgs, as_json: bool) -> CommandResult {
    let mut settings = Settings::new(data_folder(args.data.as_deref())?);
    settings.address = args.host;
    settings.port = args.port;
    settings.think = Duration::from_secs(args.think.get().into());
    settings.requests_per_second = args.requests.get();
    settings.report = Some(|store| {
        let report = super::report::make(store).map_err(|failure| failure.message().to_owned())?;
        Ok(report.html)
    });
    settings.request_burst = args.requests.get().saturating_mul(5);
    if let Some(threads) = args.threads {
        settings.engine_threads = threads.get();
    }
    let log = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    // A second subscriber cannot be there: this is the only place that makes one.
    let _ = tracing_subscriber::registry().with(log).with(what_is_logged()?).try_init();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::io("cannot start", &error))?;
    let result = runtime.block_on(serve(settings, args.open, as_json));
    // Agents that are still thinking have been told to stop; nobody waits for them.
    runtime.shutdown_background();
    result
}

/// The log filter: what `LUDWERK_LOG` says, as in `ludwerk_server=debug`.
fn what_is_logged() -> Result<Targets, Failure> {
    let Ok(text) = std::env::var("LUDWERK_LOG") else {
        return Ok(Targets::new().with_target("ludwerk_server", LevelFilter::INFO));
    };
    let bad = |error| Failure::new(format!("LUDWERK_LOG: {error}"), "write LUDWERK_LOG=ludwerk_server=debug");
    text.parse().map_err(bad)
}

/// The folder that was named, or the user's own.
pub fn data_folder(named: Option<&Path>) -> Result<PathBuf, Failure> {
    match named {
        Some(folder) => Ok(folder.to_owned()),
        None => directories::ProjectDirs::from("", "", program::name())
            .map(|folders| folders.data_dir().to_owned())
            .ok_or_else(|| Failure::new("this user has no data directory", "name one: --data DIR")),
    }
}

async fn serve(settings: Settings, open: bool, as_json: bool) -> CommandResult {
    let wanted = SocketAddr::new(settings.address, settings.port);
    let listener = TcpListener::bind(wanted).await.map_err(|error| cannot_listen(wanted, &error))?;
    let address = listener.local_addr().map_err(|error| cannot_listen(wanted, &error))?;
    let data = settings.data.display().to_string();
    let app = App::open(settings, games())?;
    // "All addresses" is no address to go to.
    let here = match address {
        _ if !address.ip().is_unspecified() => address,
        SocketAddr::V4(_) => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port()),
        SocketAddr::V6(_) => SocketAddr::new(Ipv6Addr::LOCALHOST.into(), address.port()),
    };
    let url = format!("http://{here}/");
    if as_json {
        output::json(&json!({"url": url, "data": data}))?;
    } else {
        output::line(format!(
            "Ludwerk is at {BOLD}{url}{BOLD:#} (Ctrl-C ends it; games are kept in {data})"
        ))?;
    }
    if !address.ip().is_loopback() {
        output::note(format!(
            "everyone who can reach port {} of this machine can play, and have agents think",
            address.port()
        ));
    }
    if open && let Err(error) = open::that_detached(&url) {
        output::note(format!("the browser could not be opened ({error}); open {url} yourself"));
    }
    app.serve(listener, interrupted()).await;
    output::note("ended; all games are kept");
    Ok(ExitCode::SUCCESS)
}

/// Comes when somebody asks the program to end.
async fn interrupted() {
    const PATIENCE: Duration = Duration::from_millis(50);
    while !interrupt::is_requested() {
        tokio::time::sleep(PATIENCE).await;
    }
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> Failure {
    let message = format!("cannot listen on {address}: {error}");
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            Failure::new(message, "another program uses it, perhaps another ludwerk: try --port 7879")
        }
        _ => Failure::new(message, "try another --port or --host"),
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let hint = match &error {
            StoreError::Folder { .. } => "name a folder that you may write to: --data DIR",
            StoreError::InUse(_) => "end the other one, or name another folder: --data DIR",
            StoreError::Later { .. } => "update ludwerk, or name another folder: --data DIR",
            StoreError::Database(_) => {
                "the disk may be full, or the file in use or damaged: try another folder, --data DIR"
            }
        };
        Self::new(error, hint)
    }
}
