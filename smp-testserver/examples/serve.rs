//! The server over HTTP, until standard input ends: `cargo run -p smp-testserver --example serve`.

use std::io::Read as _;

use smp_testserver::TestServer;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let server = TestServer::new();
    let http = server.listen().await?;
    println!("{}", http.url());
    tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
    Ok(())
}
