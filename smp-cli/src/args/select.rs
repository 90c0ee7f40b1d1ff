//! The options that choose the objects that a command changes or compares.

use clap::Args;

use crate::report::Report;
use crate::select::{Condition, Patterns, Selector};

#[derive(Debug, Default, Args)]
pub(crate) struct SelectorArgs {
    /// Only objects of this kind: 'Deployment|StatefulSet'
    ///
    /// Every REGEX is a regular expression for the whole word.
    #[arg(long, value_name = "REGEX")]
    kind: Option<String>,

    /// Only objects with this name, such as 'web-.*'
    #[arg(long, value_name = "REGEX")]
    name: Option<String>,

    /// Only objects in this namespace
    ///
    /// An object without a namespace is in default.
    #[arg(short, long, value_name = "REGEX")]
    namespace: Option<String>,

    /// Only objects with these labels, such as app=web,tier!=db
    ///
    /// Or 'env in (test,live),!old', as in kubectl.
    #[arg(short = 'l', long, alias = "label-selector", value_name = "SELECTOR")]
    selector: Option<String>,

    /// Only objects with these annotations, such as owner=shop
    #[arg(long, hide_short_help = true, value_name = "SELECTOR")]
    annotation_selector: Option<String>,

    /// Only objects of this API group, such as apps; '^$' is the core group
    #[arg(long, hide_short_help = true, value_name = "REGEX")]
    group: Option<String>,

    /// Only objects of this version, such as v1, or of this group and version, such as
    /// apps/v1
    #[arg(long, hide_short_help = true, value_name = "REGEX")]
    api_version: Option<String>,
}

impl SelectorArgs {
    /// The conditions that the options are. An error names the option.
    pub(crate) fn selector(&self) -> Result<Selector, Report> {
        let (mut selector, mut patterns) = (Selector::default(), Patterns::default());
        for (option, condition, text) in [
            ("--kind", Condition::Kind, &self.kind),
            ("--name", Condition::Name, &self.name),
            ("--namespace", Condition::Namespace, &self.namespace),
            ("--selector", Condition::Labels, &self.selector),
            ("--annotation-selector", Condition::Annotations, &self.annotation_selector),
            ("--group", Condition::Group, &self.group),
            ("--api-version", Condition::ApiVersion, &self.api_version),
        ] {
            let text = text.as_deref().unwrap_or_default();
            selector.add(condition, text, &mut patterns).map_err(|mistake| {
                let (title, helps) = mistake.into_title_and_helps();
                helps.into_iter().fold(Report::new(format!("{option}: {title}")), Report::help)
            })?;
        }
        Ok(selector)
    }
}
