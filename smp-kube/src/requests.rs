//! The requests for one object. Objects are read and sent as plain JSON, so that fields that a Rust
//! type lacks are not lost.

use kube::api::{GetParams, Patch, PatchParams, PostParams};
use kube::core::Request;
use kube::{Api, Client};
use serde_json::Value;

use crate::PatchType;

pub(crate) struct Requests<'n> {
    client: Client,
    resource: Request,
    name: &'n str,
}

impl<'n> Requests<'n> {
    pub(crate) fn of<K: Clone + kube::Resource>(api: &Api<K>, name: &'n str) -> Self {
        Self { resource: Request::new(api.resource_url()), client: api.clone().into_client(), name }
    }

    /// The object; `None` if it does not exist.
    pub(crate) async fn get(&self) -> kube::Result<Option<Value>> {
        let request = self.resource.get(self.name, &GetParams::default());
        let mut request = request.map_err(kube::Error::BuildRequest)?;
        request.extensions_mut().insert("get");
        match self.client.request(request).await {
            Ok(object) => Ok(Some(object)),
            Err(kube::Error::Api(status)) if status.code == 404 => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn create(&self, object: &Value) -> kube::Result<Value> {
        let body = object.to_string().into_bytes();
        let request = self.resource.create(&PostParams::default(), body);
        let mut request = request.map_err(kube::Error::BuildRequest)?;
        request.extensions_mut().insert("create");
        self.client.request(request).await
    }

    pub(crate) async fn patch(&self, patch: &Value, patch_type: PatchType) -> kube::Result<Value> {
        let patch = match patch_type {
            PatchType::Strategic => Patch::Strategic(patch),
            PatchType::Merge => Patch::Merge(patch),
        };
        let request = self.resource.patch(self.name, &PatchParams::default(), &patch);
        let mut request = request.map_err(kube::Error::BuildRequest)?;
        request.extensions_mut().insert("patch");
        self.client.request(request).await
    }
}
