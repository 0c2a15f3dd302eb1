// Registries of named definitions, and their errors.
export { type LabelOverrides, type Labels, postTypeLabels, taxonomyLabels } from './labels.js'
export {
  assertKnownKeys,
  checkDefinition,
  compileFor,
  RegistrationError,
  Registrations,
  registeredTooLate,
  withDefaults,
} from './registrations.js'
export { requireKnown } from './require-known.js'
