import { checks, type OptionChecks, withoutUndefined } from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import {
  type LabelOverrides,
  type Labels,
  Registrations,
  taxonomyLabels,
  withDefaults,
} from '../../kernel/registrations/index.js'

/** The capabilities that a taxonomy requires, by action. */
export interface TaxonomyCapabilities {
  readonly manage_terms: string
  readonly edit_terms: string
  readonly delete_terms: string
  readonly assign_terms: string
}

/** The options of a taxonomy. */
export interface TaxonomyOptions {
  readonly objectTypes: readonly string[]
  readonly label?: string
  readonly labels?: LabelOverrides
  readonly description?: string
  readonly public?: boolean
  readonly publiclyQueryable?: boolean
  readonly hierarchical?: boolean
  readonly showUi?: boolean
  readonly showInNavMenus?: boolean
  readonly showInQuickEdit?: boolean
  readonly showAdminColumn?: boolean
  readonly showTagcloud?: boolean
  readonly showInRest?: boolean
  readonly restBase?: string
  readonly restNamespace?: string
  /** `terms` declares the routes of terms; `none` declares no routes, for taxonomies with a resource of their own. */
  readonly controller?: 'terms' | 'none'
  readonly capabilities?: Partial<TaxonomyCapabilities>
  /** Whether only callers who edit its terms, or posts of any type, can read its terms. */
  readonly restricted?: boolean
  /** The first segment of its terms' links; `false` for none. */
  readonly rewriteSlug?: string | false
  /** Whether the links of terms contain the slugs of their ancestors. */
  readonly rewriteHierarchical?: boolean
  /** The option that stores the id of its default term: posts without a term get it, and it cannot be deleted. */
  readonly defaultTermOption?: string
  /** The query parameter in the plain links of its terms; `false` for none. */
  readonly queryVar?: string | false
  readonly builtIn?: boolean
}

const { anyText, either, flag, off, oneOf, recordOf, required, shaped, text, texts } = checks

const taxonomyChecks: OptionChecks<TaxonomyOptions> = {
  objectTypes: required(texts),
  label: anyText,
  labels: recordOf(anyText),
  description: anyText,
  public: flag,
  publiclyQueryable: flag,
  hierarchical: flag,
  showUi: flag,
  showInNavMenus: flag,
  showInQuickEdit: flag,
  showAdminColumn: flag,
  showTagcloud: flag,
  showInRest: flag,
  restBase: text,
  restNamespace: text,
  controller: oneOf(['terms', 'none']),
  capabilities: shaped<Partial<TaxonomyCapabilities>>({
    manage_terms: text,
    edit_terms: text,
    delete_terms: text,
    assign_terms: text,
  }),
  restricted: flag,
  rewriteSlug: either(off, text),
  rewriteHierarchical: flag,
  defaultTermOption: text,
  queryVar: either(off, text),
  builtIn: flag,
}

/** A registered taxonomy, with all defaults resolved. */
export interface Taxonomy extends Required<Omit<TaxonomyOptions, 'labels' | 'capabilities' | 'defaultTermOption'>> {
  readonly name: string
  readonly labels: Labels
  readonly capabilities: TaxonomyCapabilities
  readonly defaultTermOption: string | undefined
}

/** Resolves the defaults of a taxonomy and freezes it. */
export function taxonomy(name: string, options: TaxonomyOptions, defaultNamespace: string): Taxonomy {
  const isPublic = options.public ?? true
  const publiclyQueryable = options.publiclyQueryable ?? isPublic
  const showUi = options.showUi ?? isPublic
  const defaults = {
    objectTypes: [],
    label: options.labels?.['name'] ?? name,
    labels: undefined,
    description: '',
    public: isPublic,
    publiclyQueryable,
    hierarchical: false,
    showUi,
    showInNavMenus: isPublic,
    showInQuickEdit: showUi,
    showAdminColumn: false,
    showTagcloud: showUi,
    showInRest: true,
    restBase: name,
    restNamespace: defaultNamespace,
    controller: 'terms',
    capabilities: undefined,
    restricted: false,
    rewriteSlug: isPublic ? name : false,
    rewriteHierarchical: false,
    defaultTermOption: undefined,
    queryVar: publiclyQueryable ? name : false,
    builtIn: false,
  } as const
  const resolved = withDefaults(`the taxonomy ${name}`, options, defaults, taxonomyChecks)
  const { label, hierarchical, labels: customLabels } = resolved
  return Object.freeze({
    name,
    ...resolved,
    objectTypes: Object.freeze([...options.objectTypes]),
    labels: taxonomyLabels({ label, hierarchical, given: customLabels }),
    capabilities: Object.freeze({
      manage_terms: 'manage_categories',
      edit_terms: 'manage_categories',
      delete_terms: 'manage_categories',
      assign_terms: 'edit_posts',
      ...withoutUndefined(options.capabilities),
    }),
  })
}

/** The taxonomies of a site. */
export const taxonomies = registrationKey('taxonomies', () => new Registrations<Taxonomy>('the taxonomy'))
