// Templates and template parts.
export { patternPlaceholder } from './blocks/pattern.js'
export { templatePart } from './blocks/template-part.js'
export type { NewTemplate } from './operations/template-input.js'
export type { TemplatePartsContent, TemplatesContent } from './operations/templates-content.js'
export { findTemplates } from './rest/find-templates.js'
export type { Template } from './template.js'
export { allTemplateKinds } from './template-kind.js'
export { templatesFeature } from './templates-feature.js'
