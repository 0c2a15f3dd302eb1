// What families of other features declare their routes with; the files of REST stay private.
export { registerAutosavesOf } from './register-autosaves.js'
export { registerRevisionsOf } from './register-revisions.js'
