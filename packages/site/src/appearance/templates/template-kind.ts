import { type PostType, postTypes } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { RegistrationError } from '../../kernel/registrations/index.js'
import type { Dialect } from '../../server/dialects/index.js'

type Prefixed = Pick<Dialect, 'prefix'>

/** The post type of templates that differ from the theme's files. */
export const templateType = ({ prefix }: Prefixed): string => `${prefix}_template`
/** The same for template parts. */
const partType = ({ prefix }: Prefixed): string => `${prefix}_template_part`

/** The taxonomy with the theme of a stored template or part. */
export const themeTaxonomy = ({ prefix }: Prefixed): string => `${prefix}_theme`
/** The taxonomy with the area of a stored part. */
export const areaTaxonomy = ({ prefix }: Prefixed): string => `${prefix}_template_part_area`

/** Templates, or template parts. */
export interface TemplateKind {
  readonly type: PostType
  readonly isPart: boolean
}

/** Templates and template parts, unless the type does not show in the interface. */
export function templateKinds(site: Pick<SiteContext, 'get' | 'dialect'>): {
  readonly templates: TemplateKind | undefined
  readonly parts: TemplateKind | undefined
} {
  const { templates, parts } = allTemplateKinds(site)
  const shown = (kind: TemplateKind) => (kind.type.showInRest ? kind : undefined)
  return { templates: shown(templates), parts: shown(parts) }
}

/** The same, whether they show in the interface or not. */
export function allTemplateKinds(site: Pick<SiteContext, 'get' | 'dialect'>) {
  const kindOf = (name: string, isPart: boolean): TemplateKind => {
    const type = site.get(postTypes).get(name)
    if (type === undefined) throw new RegistrationError(`the post type ${name} is not registered`)
    return { type, isPart }
  }
  return { templates: kindOf(templateType(site.dialect), false), parts: kindOf(partType(site.dialect), true) }
}
