//! Brings a Deployment of a cluster to what a file says, through `kubectl proxy`:
//!
//! ```text
//! kubectl proxy &
//! cargo run -p kube-controller -- http://127.0.0.1:8001 deployment.json
//! ```

use std::process::ExitCode;

use kube::{Client, Config};
use kube_controller::reconcile;
use smp_kube::Outcome;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(outcome) => {
            println!("{outcome:?}");
            ExitCode::SUCCESS
        }
        // With the fields of a conflict, one on each line.
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<Outcome, Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(url), Some(file)) = (args.next(), args.next()) else {
        return Err("usage: kube-controller URL-OF-KUBECTL-PROXY DEPLOYMENT.json".into());
    };
    let wanted = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let client = Client::try_from(Config::new(url.parse()?))?;
    Ok(reconcile(client, &wanted).await?)
}
