// What features and plugins are made of: definitions, building blocks of routes, events and filters.

export {
  type BlockTypeDefinition,
  escapeHtml,
  type ShortcodeOptions,
  type ShortcodeRenderer,
  slugify,
} from '@platen/rendering'
export type { FontCollectionOptions } from './appearance/fonts/index.js'
export type { IconCollectionOptions, IconOptions } from './appearance/icons/index.js'
export { themeActivated, themeSupports } from './appearance/themes/index.js'
export {
  choiceField,
  countField,
  defineWidget,
  flagField,
  htmlField,
  type InstanceOf,
  lineField,
  readInstance,
  type SidebarOptions,
  sidebarArranged,
  switchField,
  titleField,
  type WidgetDefinition,
  type WidgetInstance,
  type WidgetScope,
  widgetDeleted,
  widgetSaved,
} from './appearance/widgets/index.js'
export {
  anonymousComments,
  commentCheck,
  commentContent,
  commentDeleted,
  commentSaved,
} from './content/comments/index.js'
export { type OembedProviderOptions, oembedHtml } from './content/embeds/index.js'
export type { MenuLocationOptions } from './content/menus/index.js'
export { type MetaOptions, metaKeys } from './content/meta/index.js'
export {
  postContent,
  postDeleted,
  postExcerpt,
  postInput,
  postPermalink,
  postSaved,
  postTitle,
} from './content/posts/index.js'
export { autosaveStored, revisionDeleted, revisionRestored } from './content/revisions/index.js'
export type {
  SearchHandler,
  SearchHandlerFactory,
  SearchItem,
  SearchPage,
  SearchQuery,
} from './content/search/index.js'
export {
  type PostStatusOptions,
  type PostTemplateOptions,
  type PostType,
  type PostTypeOptions,
  postStatuses,
  postTypes,
  type Taxonomy,
  type TaxonomyOptions,
  taxonomies,
  termDeleted,
  termSaved,
} from './content/types/index.js'
export {
  type BlockCode,
  type BlockPatternCategoryOptions,
  type BlockPatternOptions,
  type BlockScope,
  defineBindingSource,
  defineBlock,
  type SiteBindingSource,
  type SiteBlock,
} from './kernel/blocks/index.js'
export {
  conditionOf,
  createHooks,
  defineEvent,
  defineFilter,
  type EventKey,
  type FilterKey,
  type ObjectRule,
  type Observe,
  type Observed,
  observeReads,
  permit,
  type RegistrationKey,
  type Right,
  type RuleScope,
  registrationKey,
} from './kernel/context/index.js'
export { type MeasureSize, measuredSizes } from './kernel/files/index.js'
export {
  type Actor,
  actorOf,
  type ContentCalls,
  defineOperation,
  inDryRun,
  inTransaction,
  type Operation,
  systemActor,
  type Tx,
} from './kernel/operations/index.js'
export type { OptionSnapshot } from './kernel/options/index.js'
export type { CommentStatus } from './kernel/records/index.js'
export { refusal, TEXT_LIMITS } from './kernel/refusals/index.js'
export { RegistrationError, Registrations } from './kernel/registrations/index.js'
export {
  crudRoutes,
  type ExtraField,
  extraFields,
  type ListArgument,
  type ListDefinition,
  type ListOrder,
  readonlyRoutes,
  siteResource,
  withExtraFields,
} from './kernel/rest/index.js'
export { applicationPasswordRevoked, applicationPasswordSaved } from './people/application-passwords/index.js'
export { type AuditRecorder, auditRecorded, auditRecorder, type NewAuditEvent } from './people/audit/index.js'
export { userDeleted, userSaved } from './people/users/index.js'
export {
  type Ability,
  type AbilityCategoryOptions,
  type AbilityOptions,
  type AbilityScope,
  abilities,
  abilityMethod,
  defineAbility,
  type FeatureAbilities,
  type TypedAbility,
} from './server/abilities/index.js'
export { openApiDocument } from './server/openapi/index.js'
export { PluginError, pluginSourceIn } from './server/plugins/index.js'
export { type SettingOptions, settingChanged, settingKeys } from './server/settings/index.js'
export { type HealthTestOptions, type UpdateCheck, updateChecks } from './server/site-health/index.js'
export {
  defineFeature,
  defineListArgument,
  defineListOrder,
  type Feature,
  type RegistrationCalls,
  type ResourceRecords,
} from './site/index.js'
