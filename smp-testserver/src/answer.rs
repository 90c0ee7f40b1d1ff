//! [`answer`]: handles a request, without the network.

use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use serde_json::Value;

use crate::body::Body;
use crate::create::create;
use crate::delete::{delete, delete_collection};
use crate::garbage::settle;
use crate::params::Params;
use crate::patch::patch;
use crate::patch_body::{PatchKind, configuration};
use crate::present::Form;
use crate::read::{get, list};
use crate::request::{Call, Done};
use crate::route::{Route, Target};
use crate::status::Failure;
use crate::update::update;
use crate::watch::{Line, Watch};
use crate::world::World;
use crate::{discovery, eviction, openapi, scale, write_options};

/// A request without its body's stream.
#[derive(Debug)]
pub(crate) struct Asked<'r> {
    pub(crate) method: &'r Method,
    pub(crate) path: &'r str,
    pub(crate) query: &'r str,
    pub(crate) headers: &'r HeaderMap,
    pub(crate) body: &'r [u8],
}

/// An answer of the server.
#[derive(Debug)]
pub(crate) enum Answer {
    Whole(Response<Body>),
    /// A watch, with its first lines.
    Watch(Box<Watch>, Vec<Line>),
}

impl Asked<'_> {
    pub(crate) fn header(&self, name: header::HeaderName) -> &str {
        self.headers.get(name).and_then(|it| it.to_str().ok()).unwrap_or_default()
    }

    /// The media type of the body, without parameters.
    fn media_type(&self) -> &str {
        self.header(header::CONTENT_TYPE).split(';').next().unwrap_or_default().trim()
    }

    /// The body of a write: JSON, or YAML if the client says so.
    fn object(&self) -> Result<Value, Failure> {
        match self.media_type() {
            "" | "application/json" => serde_json::from_slice(self.body)
                .map_err(|error| Failure::bad_request(format!("the body is no JSON: {error}"))),
            "application/yaml" => configuration(self.body),
            _ => Err(Failure::unsupported_media_type(&["application/json", "application/yaml"])),
        }
    }
}

/// Answers a request. Follow-up work, such as garbage collection, is finished before the next request.
pub(crate) fn answer(world: &mut World, asked: &Asked<'_>) -> Answer {
    let accept = asked.header(header::ACCEPT);
    let route = Route::of(asked.path, &world.registry);
    let json =
        |code: StatusCode, value: &Value| Answer::Whole(json(code, value, "application/json"));
    if let Route::Objects(target) = route {
        return match objects(world, asked, target, accept) {
            Ok(answer) => answer,
            Err(failure) => Answer::Whole(failed(&failure)),
        };
    }
    if matches!(route, Route::Unknown) {
        return Answer::Whole(plain(StatusCode::NOT_FOUND, "404 page not found\n"));
    }
    if !matches!(*asked.method, Method::GET | Method::HEAD) {
        return json(
            StatusCode::METHOD_NOT_ALLOWED,
            &Failure::of_code(StatusCode::METHOD_NOT_ALLOWED).status(),
        );
    }
    match route {
        Route::Version => json(StatusCode::OK, &discovery::version()),
        Route::Health => Answer::Whole(plain(StatusCode::OK, "ok")),
        Route::Discovery { group, version } => {
            let (group, version) = (group.as_deref(), version.as_deref());
            let (document, media) = discovery::document(&world.registry, group, version, accept);
            Answer::Whole(self::json(StatusCode::OK, &document, media))
        }
        Route::OpenApiV3(None) => json(StatusCode::OK, &openapi::index(&world.registry)),
        Route::OpenApiV3(Some(path)) => match openapi::document_v3(&world.registry, &path) {
            Some(document) => json(StatusCode::OK, &document),
            None => Answer::Whole(plain(StatusCode::NOT_FOUND, "404 page not found\n")),
        },
        Route::OpenApiV2 if takes_json(accept) => {
            json(StatusCode::OK, &openapi::document_v2(&world.registry))
        }
        Route::OpenApiV2 => Answer::Whole(failed(&Failure::not_acceptable(&["application/json"]))),
        Route::Unknown | Route::Objects(_) => {
            Answer::Whole(plain(StatusCode::NOT_FOUND, "404 page not found\n"))
        }
    }
}

/// Whether a client accepts JSON.
fn takes_json(accept: &str) -> bool {
    let types = accept.split(',').map(|it| it.split(';').next().unwrap_or_default().trim());
    accept.is_empty()
        || types.into_iter().any(|it| matches!(it, "application/json" | "application/*" | "*/*"))
}

fn objects(
    world: &mut World,
    asked: &Asked<'_>,
    target: Target,
    accept: &str,
) -> Result<Answer, Failure> {
    if !takes_json(accept) {
        return Err(Failure::not_acceptable(&["application/json"]));
    }
    let form = Form::of(accept);
    let params = Params::parse(asked.query);
    let mut call = Call::new(target, params, asked.header(header::USER_AGENT));
    if *asked.method == Method::GET && call.params.is_true("watch") {
        if call.target.subresource.is_some() {
            return Err(Failure::method_not_allowed(call.resource()));
        }
        let (watch, lines) = Watch::start(world, &call, form)?;
        return Ok(Answer::Watch(Box::new(watch), lines));
    }
    let done = write_or_read(world, &mut call, asked);
    settle(world);
    let done = done?;
    let code = if done.created { StatusCode::CREATED } else { StatusCode::OK };
    let shown = form.shown(call.resource(), done.object);
    let mut response = json(code, &shown, "application/json");
    for warning in &call.warnings {
        let text = format!("299 - \"{}\"", warning.replace('\\', "\\\\").replace('"', "\\\""));
        if let Ok(value) = HeaderValue::from_str(&text) {
            response.headers_mut().append(header::WARNING, value);
        }
    }
    Ok(Answer::Whole(response))
}

fn write_or_read(world: &mut World, call: &mut Call, asked: &Asked<'_>) -> Result<Done, Failure> {
    let has_name = call.target.name.is_some();
    let patch_kind = (*asked.method == Method::PATCH)
        .then(|| PatchKind::of(asked.media_type(), call.resource()))
        .transpose()?;
    write_options::check(&call.params, asked.method, patch_kind)?;
    match *asked.method {
        Method::GET if call.subresource() == "scale" => {
            let object = get(world, call)?.object;
            Ok(Done::ok(scale::scale_of(call.resource(), &object)?))
        }
        Method::GET if has_name => get(world, call),
        Method::GET => list(world, call),
        Method::POST if call.subresource() == "eviction" => {
            eviction::evict(world, call, &asked.object()?)
        }
        Method::POST => create(world, call, asked.object()?),
        Method::PUT if call.subresource() == "scale" => scale::update(world, call, asked.object()?),
        Method::PUT => update(world, call, asked.object()?),
        Method::PATCH => match patch_kind {
            Some(kind) if call.subresource() == "scale" => {
                scale::patch(world, call, kind, asked.body)
            }
            Some(kind) => patch(world, call, kind, asked.body),
            None => Err(Failure::method_not_allowed(call.resource())),
        },
        Method::DELETE if has_name => delete(world, call, asked.body),
        Method::DELETE => delete_collection(world, call, asked.body),
        _ => Err(Failure::method_not_allowed(call.resource())),
    }
}

fn json(code: StatusCode, value: &Value, media_type: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::whole(value.to_string()));
    *response.status_mut() = code;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}

fn plain(code: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::whole(text));
    *response.status_mut() = code;
    let media_type = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, media_type);
    response
}

/// The answer to a request that failed.
pub(crate) fn failed(failure: &Failure) -> Response<Body> {
    json(failure.code, &failure.status(), "application/json")
}
