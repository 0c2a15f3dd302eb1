// How editors show lists of content.
export { viewConfigFeature } from './view-config-feature.js'
