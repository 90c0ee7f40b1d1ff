//! Creates and watches on an API server: smp-testserver over HTTP in this process, or the server of an
//! address, such as that of `cargo xtask cluster up`.
//!
//! ```sh
//! server [--creates N] [--watchers N] [URL]
//! ```
//!
//! Each watcher reads the events of all objects. Printed are the requests a second of one client, the
//! time until every watcher has every event, and the memory of this process.

use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use smp_testserver::TestServer;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// The objects that are created.
const MAPS: &str = "/api/v1/namespaces/default/configmaps";

fn main() -> Result<()> {
    let (mut creates, mut watchers, mut url) = (10_000, 100, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || {
            arguments
                .next()
                .ok_or("a number is missing")?
                .parse::<usize>()
                .map_err(|error| -> Box<dyn Error + Send + Sync> { error.to_string().into() })
        };
        match argument.as_str() {
            "--creates" => creates = number()?,
            "--watchers" => watchers = number()?,
            _ => url = Some(argument),
        }
    }
    let url = match url {
        Some(url) => url,
        None => start()?,
    };
    let config = ureq::Agent::config_builder().timeout_global(None).build();
    let agent = ureq::Agent::new_with_config(config);
    let (say, hear) = mpsc::channel();
    for _ in 0..watchers {
        let (agent, url, say) = (agent.clone(), url.clone(), say.clone());
        std::thread::spawn(move || drop(say.send(watch(&agent, &url, creates, &say))));
    }
    for _ in 0..watchers {
        // Each watcher says first that it listens.
        hear.recv()??;
    }
    println!("memory before       {} MB", peak());
    let begun = Instant::now();
    for number in 0..creates {
        let body = format!(
            r#"{{"metadata":{{"name":"m{number}","labels":{{"app":"shop"}}}},"data":{{"a":"{number}"}}}}"#
        );
        let request = agent.post(format!("{url}{MAPS}")).header("content-type", "application/json");
        request.send(&body)?.body_mut().read_to_string()?;
    }
    let sent = begun.elapsed();
    for _ in 0..watchers {
        hear.recv()??;
    }
    let seen = begun.elapsed();
    println!("creates             {creates}, {:.0} a second", rate(creates, sent));
    println!(
        "events              {}, {:.0} a second",
        creates * watchers,
        rate(creates * watchers, seen)
    );
    println!("all events after    {:.2} s", seen.as_secs_f64());
    let begun = Instant::now();
    let list = agent
        .get(format!("{url}{MAPS}"))
        .call()?
        .body_mut()
        .with_config()
        .limit(1 << 30)
        .read_to_string()?;
    println!(
        "list                {} bytes, {:.0} ms",
        list.len(),
        begun.elapsed().as_secs_f64() * 1e3
    );
    println!("memory after        {} MB", peak());
    Ok(())
}

fn rate(count: usize, time: Duration) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX)) / time.as_secs_f64()
}

/// Starts smp-testserver on a thread, and tells how long that takes.
fn start() -> Result<String> {
    let begun = Instant::now();
    drop(TestServer::new());
    println!("first server        {:.2} ms", begun.elapsed().as_secs_f64() * 1e3);
    let begun = Instant::now();
    for _ in 0..100 {
        drop(TestServer::new());
    }
    println!("each of 100 more    {:.2} ms", begun.elapsed().as_secs_f64() * 10.0);
    let (say, hear) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let server = TestServer::builder().recorded_requests(0).build();
            let http = server.listen().await?;
            drop(say.send(http.url()));
            std::future::pending::<std::io::Result<()>>().await
        })
    });
    Ok(hear.recv()?)
}

/// Reads events until there are as many as objects.
fn watch(
    agent: &ureq::Agent,
    url: &str,
    count: usize,
    say: &mpsc::Sender<Result<()>>,
) -> Result<()> {
    let path = format!("{url}{MAPS}?watch=true&labelSelector=app%3Dshop");
    let mut answer = agent.get(path).call()?;
    say.send(Ok(()))?;
    let mut lines = BufReader::new(answer.body_mut().as_reader()).lines();
    for _ in 0..count {
        lines.next().ok_or("the watch has ended")??;
    }
    Ok(())
}

/// The most memory that this process had, in MB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|it| it.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
