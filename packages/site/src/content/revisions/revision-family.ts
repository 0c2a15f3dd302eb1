// Families of other features declare their routes with these; the REST files stay private.
export { registerAutosavesOf } from './register-autosaves.js'
export { registerRevisionsOf } from './register-revisions.js'
