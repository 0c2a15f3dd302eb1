export {
  type ConfigFields,
  type ConsoleConfig,
  type DeclaredBy,
  type DeclaringConfig,
  defineConfig,
  type PlatenConfig,
} from './config/define-config.js'
export { createTestSite, type TestSite } from './create-test-site.js'
export type { AuthorOptions } from './import/import-authors.js'
export { ImportError } from './import/import-error.js'
export type { MenuLocationMap } from './import/import-locations.js'
export { type ImportOptions, importWxr, importWxrFiles, type WxrFile } from './import/import-wxr.js'
export type { ImportNote, ImportSummary, Loss, Tally } from './import/tallies.js'
export { keepHeapSmall } from './keep-heap-small.js'
export type { CollectionSum } from './move/compare-collections.js'
export { MoveError } from './move/move-error.js'
export { type MoveOptions, moveStore } from './move/move-store.js'
export { runCli } from './run-cli.js'
export type { Terminal } from './terminal.js'
export { type Chunks, readWxr } from './wxr/read-wxr.js'
export { WxrError } from './wxr/wxr-error.js'
export { createWxrNotes, type WxrNote, type WxrNotes } from './wxr/wxr-notes.js'
export type {
  WxrAssignment,
  WxrAuthor,
  WxrComment,
  WxrMeta,
  WxrPost,
  WxrRecord,
  WxrSite,
  WxrTerm,
} from './wxr/wxr-records.js'
