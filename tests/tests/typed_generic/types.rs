//! Generic types in which serde's attributes meet.

/// The generic types, where the derive knows that serde reads their parameter (`bound`), or doesn't,
/// so that a merge that names a leaf converts the whole object.
macro_rules! types {
    ($($bound:ident)?) => {
        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
        #[serde(bound(deserialize = "T: Content"), default)]
        #[patch($($bound = "T: Content")?)]
        struct All<T: Content> {
            #[serde(skip)]
            hidden: Hidden,
            #[patch(strategy = "merge", merge_key = "name")]
            items: Vec<Item<T>>,
            #[patch(strategy = "merge|retainKeys", merge_key = "name")]
            queue: VecDeque<Item<T>>,
            #[patch(strategy = "merge")]
            scalars: Vec<Leaf>,
            by_name: BTreeMap<String, Item<T>>,
            external: Option<External<T>>,
            internal: Option<Internal<T>>,
            adjacent: Option<Adjacent<T>>,
            leaves: Leaves,
            outer: Outer<T>,
            maybe: Maybe<T>,
            below: Option<Box<All<T>>>,
        }

        impl<T: Content> Default for All<T> {
            fn default() -> Self {
                Self {
                    hidden: Hidden(0),
                    items: vec![Item { name: Leaf(json!("default")), ..Item::default() }],
                    queue: VecDeque::new(),
                    scalars: vec![Leaf(json!("default"))],
                    by_name: BTreeMap::from([("default".to_owned(), Item::default())]),
                    external: Some(External::Other(T::default())),
                    internal: None,
                    adjacent: None,
                    leaves: Leaves::default(),
                    outer: Outer::default(),
                    maybe: Maybe::default(),
                    below: None,
                }
            }
        }

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
        #[patch($($bound = "T: Content")?)]
        struct Item<T> {
            #[serde(skip)]
            hidden: Hidden,
            #[serde(default)]
            name: Leaf,
            #[serde(default = "filled")]
            value: Leaf,
            content: Option<T>,
            #[patch(leaf)]
            #[serde(default = "none")]
            leaf: Option<T>,
            #[serde(flatten)]
            choice: Option<Choice>,
        }

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
        #[patch($($bound = "T: Content")?)]
        enum External<T> {
            One {
                #[serde(skip)]
                hidden: Hidden,
                content: T,
            },
            Other(T),
            #[patch(strategy = "merge", merge_key = "a")]
            List(Vec<Part>),
        }

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
        #[serde(tag = "kind")]
        #[patch($($bound = "T: Content")?)]
        enum Internal<T> {
            One {
                #[serde(skip)]
                hidden: Hidden,
                one: T,
            },
            Two {
                two: Part,
            },
        }

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
        #[serde(tag = "kind", content = "content")]
        #[patch($($bound = "T: Content")?)]
        enum Adjacent<T> {
            One(T),
            Two,
        }

        /// Three levels of structs, with two maps of other names.
        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
        #[patch($($bound = "T: Content")?)]
        struct Outer<T> {
            #[serde(skip)]
            hidden: Hidden,
            #[serde(default)]
            first: Leaf,
            #[serde(flatten)]
            middle: Middle<T>,
        }

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
        #[patch($($bound = "T: Content")?)]
        struct Middle<T> {
            #[serde(skip)]
            hidden: Hidden,
            #[serde(default = "filled")]
            second: Leaf,
            #[serde(flatten)]
            inner: Inner<T>,
        }

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
        #[patch($($bound = "T: Content")?)]
        struct Inner<T> {
            #[serde(skip)]
            hidden: Hidden,
            third: Option<T>,
            #[serde(default = "Vec::new")]
            #[patch(strategy = "merge", merge_key = "name")]
            parts: Vec<Item<T>>,
        }

        /// Serde decides by the members whether there is an inner value, and keeps others.
        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
        #[patch($($bound = "T: Content")?)]
        struct Maybe<T> {
            #[serde(skip)]
            hidden: Hidden,
            own: Option<T>,
            #[serde(flatten)]
            needed: Option<Needed>,
        }

        /// The type in one that serde converts as a whole.
        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
        #[serde(bound(deserialize = "T: Content"))]
        #[patch($($bound = "T: Content")?)]
        struct Converted<T: Content> {
            #[serde(flatten)]
            it: Option<All<T>>,
        }

        /// Gives every struct a value of its own that documents lack.
        fn hide<T: Content>(all: &mut All<T>, hide_content: &dyn Fn(&mut T, u8)) {
            let item = |item: &mut Item<T>, at: u8| {
                item.hidden = Hidden(at);
                item.content.iter_mut().for_each(|content| hide_content(content, at + 1));
            };
            all.hidden = Hidden(1);
            (all.items.iter_mut().zip((10..).step_by(3))).for_each(|(it, at)| item(it, at));
            (all.queue.iter_mut().zip((50..).step_by(3))).for_each(|(it, at)| item(it, at));
            (all.by_name.values_mut().zip((90..).step_by(3))).for_each(|(it, at)| item(it, at));
            (all.outer.middle.inner.parts.iter_mut().zip((130..).step_by(3)))
                .for_each(|(it, at)| item(it, at));
            match &mut all.external {
                Some(External::One { hidden, content }) => {
                    *hidden = Hidden(2);
                    hide_content(content, 3);
                }
                Some(External::Other(content)) => hide_content(content, 4),
                Some(External::List(parts)) => {
                    parts.iter_mut().zip(170..).for_each(|(part, at)| part.hidden = Hidden(at));
                }
                None => {}
            }
            match &mut all.internal {
                Some(Internal::One { hidden, one }) => {
                    *hidden = Hidden(5);
                    hide_content(one, 6);
                }
                Some(Internal::Two { two }) => two.hidden = Hidden(7),
                None => {}
            }
            if let Some(Adjacent::One(content)) = &mut all.adjacent {
                hide_content(content, 8);
            }
            all.outer.hidden = Hidden(201);
            all.outer.middle.hidden = Hidden(202);
            all.outer.middle.inner.hidden = Hidden(203);
            all.maybe.hidden = Hidden(204);
            all.maybe.needed.iter_mut().for_each(|it| it.hidden = Hidden(205));
        }
    };
}
