//! `--kubernetes`: a version of Kubernetes that is built in.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use smp_types::Catalogue;

/// Reads a version as clusters state it: `1.34`, `v1.34.2`.
#[derive(Debug, Clone, Copy)]
pub(super) struct KubernetesVersion;

impl TypedValueParser for KubernetesVersion {
    type Value = Catalogue;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, Error> {
        let text = value.to_string_lossy();
        Catalogue::of(&text).map_err(|_| {
            let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
            if let Some(argument) = argument {
                let name = ContextValue::String(argument.to_string());
                error.insert(ContextKind::InvalidArg, name);
            }
            error.insert(ContextKind::InvalidValue, ContextValue::String(text.into_owned()));
            let versions = Catalogue::all().map(|it| it.version().to_owned()).collect();
            error.insert(ContextKind::ValidValue, ContextValue::Strings(versions));
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Catalogue::all().map(|it| PossibleValue::new(it.version()))))
    }
}
