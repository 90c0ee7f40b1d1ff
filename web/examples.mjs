// The examples of the page: one for each how-to page that merges something, from the files that the
// page uses. `command` is what gives the same result; the tests run both.
import { readFileSync } from "node:fs";

const file = (name) => readFileSync(new URL(`../examples/${name}`, import.meta.url), "utf8");

const patch = (title, guide, folder, live, patch, more = {}) => ({
  title,
  guide,
  tab: "patch",
  inputs: { live: file(`${folder}${live}`), patch: patch.includes("\n") ? patch : file(`${folder}${patch}`) },
  ...more,
});

export const examples = [
  patch("A Deployment gets a new image", "tutorials/patch-a-file", "", "deployment.yaml", "patch.yaml"),
  patch("Remove what others rely on", "tutorials/patch-a-file", "", "deployment.yaml", "remove.yaml"),
  patch("A misspelt field", "how-to/differences", "", "deployment.yaml", "# A field that nothing reads.\nspec:\n  replica: 3\n"),
  patch("Several objects in one file", "how-to/argo-cd", "", "shop.yaml", "shop-patches.yaml"),
  patch("A chart's output", "how-to/helm", "helm/", "rendered.yaml", file("helm/smp-patch/patch.yaml")),
  patch("Change the type of a volume", "how-to/change-a-volume", "volume/", "pod.yaml", "patch.yaml"),
  patch("The order of a list", "how-to/order", "order/", "pod.yaml", "append.yaml"),
  patch("Two ports with one number", "how-to/ports", "ports/", "service.yaml", "patch.yaml"),
  patch("A custom resource", "tutorials/custom-resource", "proxy/", "proxy.yaml", "patch.yaml", {
    schemas: [file("proxy/definition.yaml"), file("proxy/overlay.yaml")],
  }),
  patch("An Argo Rollout", "custom-resources", "rollout/", "rollout.yaml", "patch.yaml", {
    schemas: [file("rollout/definition.yaml")],
  }),
  patch("A JSON patch", "how-to/flux", "flux/deploy/", "deployment.yaml", "- op: test\n  path: /kind\n  value: Deployment\n- op: replace\n  path: /spec/replicas\n  value: 5\n", {
    options: { patchType: "json" },
  }),
  patch("A JSON merge patch", "how-to/differences", "", "deployment.yaml", "metadata:\n  labels:\n    team: shop\nspec:\n  replicas: 4\n", {
    options: { patchType: "merge" },
  }),
  {
    title: "Make a patch from two branches",
    guide: "how-to/git",
    tab: "diff",
    inputs: { original: file("git/base.yaml"), modified: file("git/ours.yaml") },
  },
  {
    title: "kubectl apply, without a cluster",
    guide: "how-to/three-way",
    tab: "threeWay",
    inputs: {
      original: file("three-way/last-applied.yaml"),
      modified: file("three-way/modified.yaml"),
      live: file("three-way/live.yaml"),
    },
  },
  {
    title: "Two managers, one field",
    guide: "tutorials/two-managers",
    tab: "serverSide",
    inputs: { live: "", first: file("managers/deployment.yaml"), patch: file("managers/scale.yaml") },
    options: { firstManager: "ci", manager: "autoscaler" },
  },
  {
    title: "How a field is merged",
    guide: "tutorials/patch-a-file",
    tab: "explain",
    options: { field: "apps/v1 Deployment spec.template.spec.containers" },
  },
];
