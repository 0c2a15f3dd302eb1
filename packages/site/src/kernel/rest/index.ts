// Building blocks of REST resources: fields, lists, cursors, routes.
export { collectionUrl } from './collection-url.js'
export { containsId } from './contains-id.js'
export { EDIT, EMBED_VIEW_EDIT, VIEW_EDIT, VIEW_EDIT_EMBED, VIEW_EMBED_EDIT } from './contexts.js'
export {
  type CrudEndpoints,
  type CrudFamily,
  crudEndpoints,
  crudRoutes,
  emptyForNull,
  type ShownResource,
} from './crud-routes.js'
export { deletionReply } from './deletion-reply.js'
export {
  addedCondition,
  addedSearchArgs,
  addedSearchCondition,
  hasAddedArgument,
  requestedOrder,
  withAddedArgs,
} from './extended-lists.js'
export { extraInput, setExtraFields, withExtraFields } from './extra-fields.js'
export {
  flag,
  integer,
  map,
  moment,
  nullable,
  number,
  orEmpty,
  orNull,
  type ShownField,
  setProperty,
  shownField,
  text,
  uri,
} from './fields.js'
export { findPage, refuseCursor, refuseCursorWith } from './find-page.js'
export { firstFree, freeNumber } from './first-free.js'
export { isEmptyValue } from './is-empty-value.js'
export { findList, findShortened, findShown } from './large-lists.js'
export {
  type AddedArgument,
  type AddedOrder,
  type ListAddition,
  listAdditions,
  type NamedOrder,
} from './list-additions.js'
export { idsArg, listedIds, listedValues, orderArg, pagingArgs, searchText, searchTextBy } from './list-args.js'
export {
  type DeclareArgument,
  type DeclareOrder,
  type ListArgument,
  type ListDefinition,
  type ListOrder,
  type ListRegistrations,
  type ListsPart,
  listsFeature,
} from './list-registrations.js'
export { countedResults, type ListsConfig } from './list-totals.js'
export { isWithoutMeta, metaChecks, notAMap } from './meta-argument.js'
export { omittedMembers } from './omitted-members.js'
export { preloadRecords } from './preload-records.js'
export { readonlyRoutes } from './readonly-routes.js'
export { recordById } from './record-by-id.js'
export { type ExtraField, extraFields, type FieldRegistrations, fieldsFeature } from './registered-fields.js'
export { registeredListArgs, registeredPage } from './registered-list.js'
export {
  reportBlockFailure,
  reportBlockLoadFailure,
  reportFieldFailure,
  reportUnshown,
  reportWidgetFailure,
  writeReply,
} from './report-failures.js'
export { schemasOf } from './schemas-of.js'
export { sentText } from './sent-text.js'
export { siteResource } from './site-resource.js'
