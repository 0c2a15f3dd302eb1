// Families of other features declare their routes with these; the REST files stay private.
export { registerAutosavesOf } from './rest/register-autosaves.js'
export { registerRevisionsOf } from './rest/register-revisions.js'
