/** A role: a display label and the capabilities that it grants. */
export interface Role {
  readonly label: string
  readonly capabilities: readonly string[]
}

const levels = (highest: number) => Array.from({ length: highest + 1 }, (_, i) => `level_${highest - i}`)

const subscriber = ['read', 'level_0']
const contributor = ['edit_posts', 'read', ...levels(1), 'delete_posts']
const author = [
  'upload_files',
  'edit_posts',
  'edit_published_posts',
  'publish_posts',
  'read',
  ...levels(2),
  'delete_posts',
  'delete_published_posts',
]
const editorial = [
  'moderate_comments',
  'manage_categories',
  'manage_links',
  'upload_files',
  'unfiltered_html',
  'edit_posts',
  'edit_others_posts',
  'edit_published_posts',
  'publish_posts',
  'edit_pages',
  'read',
]
const othersContent = [
  'edit_others_pages',
  'edit_published_pages',
  'publish_pages',
  'delete_pages',
  'delete_others_pages',
  'delete_published_pages',
  'delete_posts',
  'delete_others_posts',
  'delete_published_posts',
  'delete_private_posts',
  'edit_private_posts',
  'read_private_posts',
  'delete_private_pages',
  'edit_private_pages',
  'read_private_pages',
]
const administrator = [
  'switch_themes',
  'edit_themes',
  'activate_plugins',
  'edit_plugins',
  'edit_users',
  'edit_files',
  'manage_options',
  'import',
  ...editorial,
  ...levels(10),
  ...othersContent,
  'delete_users',
  'create_users',
  'unfiltered_upload',
  'edit_dashboard',
  'update_plugins',
  'delete_plugins',
  'install_plugins',
  'update_themes',
  'install_themes',
  'update_core',
  'list_users',
  'remove_users',
  'promote_users',
  'edit_theme_options',
  'delete_themes',
  'export',
]

/** The default roles of a site; `SiteConfig.roles` replaces them. */
export const defaultRoles: Readonly<Record<string, Role>> = Object.freeze({
  administrator: { label: 'Administrator', capabilities: administrator },
  editor: { label: 'Editor', capabilities: [...editorial, ...levels(7), ...othersContent] },
  author: { label: 'Author', capabilities: author },
  contributor: { label: 'Contributor', capabilities: contributor },
  subscriber: { label: 'Subscriber', capabilities: subscriber },
})
