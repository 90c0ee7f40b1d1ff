//! Kubernetes API types annotated for strategic merge patch.
