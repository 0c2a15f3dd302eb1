// What a feature is.
export { type ContentOf, defineFeature, type FeatureBase, type FeaturePart, featurePart } from './feature-base.js'
export { createSetupCalls, type Registering, type SetupCalls } from './setup-calls.js'
