import type { TaxonomyOptions } from '../../registrations/taxonomies.js'

const themeCapabilities = {
  manage_terms: 'edit_theme_options',
  edit_terms: 'edit_theme_options',
  delete_terms: 'edit_theme_options',
  assign_terms: 'edit_theme_options',
} as const

/** The built-in taxonomies, in the order of the list of taxonomies; `prefix` is the dialect's. */
export function builtInTaxonomies(prefix: string): Readonly<Record<string, TaxonomyOptions>> {
  return {
    category: {
      builtIn: true,
      objectTypes: ['post'],
      label: 'Categories',
      labels: { singular_name: 'Category' },
      hierarchical: true,
      restBase: 'categories',
      showAdminColumn: true,
      rewriteHierarchical: true,
      queryVar: 'category_name',
      defaultTermOption: 'default_category',
      capabilities: {
        manage_terms: 'manage_categories',
        edit_terms: 'edit_categories',
        delete_terms: 'delete_categories',
        assign_terms: 'assign_categories',
      },
    },
    post_tag: {
      builtIn: true,
      objectTypes: ['post'],
      label: 'Tags',
      labels: { singular_name: 'Tag' },
      restBase: 'tags',
      showAdminColumn: true,
      rewriteSlug: 'tag',
      queryVar: 'tag',
      capabilities: {
        manage_terms: 'manage_post_tags',
        edit_terms: 'edit_post_tags',
        delete_terms: 'delete_post_tags',
        assign_terms: 'assign_post_tags',
      },
    },
    nav_menu: {
      builtIn: true,
      objectTypes: ['nav_menu_item'],
      label: 'Navigation Menus',
      labels: { singular_name: 'Navigation Menu' },
      public: false,
      restBase: 'menus',
      controller: 'none',
      restricted: true,
      capabilities: themeCapabilities,
    },
    link_category: {
      builtIn: true,
      objectTypes: ['link'],
      label: 'Link Categories',
      labels: { singular_name: 'Link Category' },
      public: false,
      showInRest: false,
      controller: 'none',
    },
    post_format: {
      builtIn: true,
      objectTypes: ['post'],
      label: 'Formats',
      labels: { singular_name: 'Format' },
      public: true,
      showUi: false,
      showInNavMenus: false,
      showInRest: false,
      controller: 'none',
      rewriteSlug: 'type',
    },
    [`${prefix}_pattern_category`]: {
      builtIn: true,
      objectTypes: [`${prefix}_block`],
      label: 'Pattern Categories',
      labels: { singular_name: 'Pattern Category' },
      public: false,
      showUi: true,
      showAdminColumn: true,
      showTagcloud: false,
      restBase: `${prefix}_pattern_category`,
    },
  }
}
