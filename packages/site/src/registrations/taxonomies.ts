import { type Labels, taxonomyLabels } from './labels.js'
import { registrationKey } from './registration-key.js'
import { assertKnownKeys, Registrations } from './registrations.js'

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
  readonly labels?: Readonly<Record<string, string>>
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

/** A registered taxonomy, with all defaults resolved. */
export interface Taxonomy {
  readonly name: string
  readonly objectTypes: readonly string[]
  readonly label: string
  readonly labels: Labels
  readonly description: string
  readonly public: boolean
  readonly publiclyQueryable: boolean
  readonly hierarchical: boolean
  readonly showUi: boolean
  readonly showInNavMenus: boolean
  readonly showInQuickEdit: boolean
  readonly showAdminColumn: boolean
  readonly showTagcloud: boolean
  readonly showInRest: boolean
  readonly restBase: string
  readonly restNamespace: string
  readonly controller: 'terms' | 'none'
  readonly capabilities: TaxonomyCapabilities
  readonly rewriteSlug: string | false
  readonly rewriteHierarchical: boolean
  readonly defaultTermOption: string | undefined
  readonly queryVar: string | false
  readonly builtIn: boolean
}

const OPTION_KEYS: readonly (keyof TaxonomyOptions)[] = [
  'objectTypes',
  'label',
  'labels',
  'description',
  'public',
  'publiclyQueryable',
  'hierarchical',
  'showUi',
  'showInNavMenus',
  'showInQuickEdit',
  'showAdminColumn',
  'showTagcloud',
  'showInRest',
  'restBase',
  'restNamespace',
  'controller',
  'capabilities',
  'rewriteSlug',
  'rewriteHierarchical',
  'defaultTermOption',
  'queryVar',
  'builtIn',
]

/** Resolves the defaults of a taxonomy and freezes it. */
export function taxonomy(name: string, options: TaxonomyOptions, defaultNamespace: string): Taxonomy {
  assertKnownKeys(`the taxonomy ${name}`, options, OPTION_KEYS)
  const isPublic = options.public ?? true
  const publiclyQueryable = options.publiclyQueryable ?? isPublic
  const showUi = options.showUi ?? isPublic
  const label = options.label ?? options.labels?.['name'] ?? name
  return Object.freeze({
    name,
    objectTypes: Object.freeze([...options.objectTypes]),
    label,
    labels: taxonomyLabels({ label, hierarchical: options.hierarchical ?? false, given: options.labels }),
    description: options.description ?? '',
    public: isPublic,
    publiclyQueryable,
    hierarchical: options.hierarchical ?? false,
    showUi,
    showInNavMenus: options.showInNavMenus ?? isPublic,
    showInQuickEdit: options.showInQuickEdit ?? showUi,
    showAdminColumn: options.showAdminColumn ?? false,
    showTagcloud: options.showTagcloud ?? showUi,
    showInRest: options.showInRest ?? true,
    restBase: options.restBase ?? name,
    restNamespace: options.restNamespace ?? defaultNamespace,
    controller: options.controller ?? 'terms',
    capabilities: Object.freeze({
      manage_terms: 'manage_categories',
      edit_terms: 'manage_categories',
      delete_terms: 'manage_categories',
      assign_terms: 'edit_posts',
      ...options.capabilities,
    }),
    rewriteSlug: options.rewriteSlug ?? (isPublic ? name : false),
    rewriteHierarchical: options.rewriteHierarchical ?? false,
    defaultTermOption: options.defaultTermOption,
    queryVar: options.queryVar ?? (publiclyQueryable ? name : false),
    builtIn: options.builtIn ?? false,
  })
}

/** The taxonomies of a site. */
export const taxonomies = registrationKey('taxonomies', () => new Registrations<Taxonomy>('the taxonomy'))
