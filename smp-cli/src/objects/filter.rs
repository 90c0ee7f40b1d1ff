//! Selects the objects that a command changes.

use std::sync::atomic::{AtomicBool, Ordering};

use smp_core::Document;

use crate::api_resources;
use crate::args::{SelectorArgs, Validation};
use crate::identity::Identity;
use crate::report::Report;
use crate::select::{Names, Selector};

/// The objects that options select, and whether one was found. By default all objects are selected.
#[derive(Default)]
pub(crate) struct ObjectFilter {
    selector: Selector,
    any: AtomicBool,
}

impl ObjectFilter {
    pub(crate) fn new(args: &SelectorArgs) -> Result<Self, Report> {
        Ok(Self { selector: args.selector()?, any: AtomicBool::default() })
    }

    /// Whether all objects are selected, since no option says which.
    pub(crate) fn is_all(&self) -> bool {
        self.selector.is_empty()
    }

    /// Whether the object is selected. The other objects stay as they are.
    pub(crate) fn contains(&self, identity: &Identity, object: &Document<'_>) -> bool {
        let chosen = self.is_all() || self.selector.matches(&Names::of(identity.clone()), object);
        if chosen {
            self.any.store(true, Ordering::Relaxed);
        }
        chosen
    }

    /// Whether an object was selected, or all are. If not, that is a warning, or an error if the
    /// validation is strict.
    pub(crate) fn check_any(&self, validation: Validation) -> Result<bool, Report> {
        if self.is_all() || self.any.load(Ordering::Relaxed) {
            return Ok(true);
        }
        let report = Report::new(format!("no object is chosen: {}", self.selector))
            .help("regular expressions have to match the whole name, as web-.* does");
        let named = |kind: String| api_resources::named(&kind).filter(|it| it.kind != kind);
        let report = match self.selector.kind().kind.and_then(named) {
            Some(resource) => report.help(format!("the kind is called {}", resource.kind)),
            None => report,
        };
        match validation {
            Validation::Strict => Err(report),
            Validation::Warn | Validation::Ignore => {
                report.print_warning();
                Ok(false)
            }
        }
    }
}
