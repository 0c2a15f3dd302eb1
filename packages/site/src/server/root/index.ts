// The description of a site at the root of the interface.
export { rootFeature } from './root-feature.js'
