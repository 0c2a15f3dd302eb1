/** The labels of a type or taxonomy by purpose; `null` where a label does not apply. */
export type Labels = Readonly<Record<string, string | null>>

/** The labels that a registration sets; the type or taxonomy has no label that is undefined here. */
export type LabelOverrides = Readonly<Record<string, string | undefined>>

/** The source of default labels. */
export interface LabelSource {
  /** The plural name. */
  readonly label: string
  readonly hierarchical: boolean
  readonly given: LabelOverrides | undefined
}

function named({ label, given }: LabelSource): { many: string; one: string } {
  const many = given?.['name'] ?? label
  return { many, one: given?.['singular_name'] ?? many }
}

function withGiven({ given = {} }: LabelSource, defaults: Labels): Labels {
  const labels = Object.entries({ ...defaults, ...given })
  return Object.freeze(
    Object.fromEntries(labels.filter((entry): entry is [string, string | null] => entry[1] !== undefined)),
  )
}

/** All labels of a post type: the given ones, and defaults derived from its names. */
export function postTypeLabels(source: LabelSource): Labels {
  const { many, one } = named(source)
  const menu = source.given?.['menu_name'] ?? many
  const all = source.given?.['all_items'] ?? menu
  return withGiven(source, {
    name: many,
    singular_name: one,
    add_new: 'Add',
    add_new_item: `Add: ${one}`,
    edit_item: `Edit: ${one}`,
    new_item: `New: ${one}`,
    view_item: `View: ${one}`,
    view_items: `View: ${many}`,
    search_items: `Search: ${many}`,
    not_found: `${many}: nothing found`,
    not_found_in_trash: `${many}: nothing found in the trash`,
    parent_item_colon: source.hierarchical ? `Parent (${one}):` : null,
    all_items: all,
    archives: all,
    attributes: `${one}: attributes`,
    insert_into_item: `Insert here (${one})`,
    uploaded_to_this_item: `Uploaded here (${one})`,
    featured_image: 'Main image',
    set_featured_image: 'Choose the main image',
    remove_featured_image: 'Remove the main image',
    use_featured_image: 'Use as the main image',
    filter_items_list: `Filter: ${many}`,
    filter_by_date: 'Filter: date',
    items_list_navigation: `${many}: list pages`,
    items_list: `${many}: list`,
    item_published: `${one}: published.`,
    item_published_privately: `${one}: published for members only.`,
    item_reverted_to_draft: `${one}: back to draft.`,
    item_trashed: `${one}: moved to the trash.`,
    item_scheduled: `${one}: scheduled.`,
    item_updated: `${one}: saved.`,
    item_link: `${one}: link`,
    item_link_description: `A link to: ${one}.`,
    menu_name: menu,
    name_admin_bar: one,
    template_name: `Single: ${one}`,
  })
}

/** All labels of a taxonomy: the given ones, and defaults derived from its names. */
export function taxonomyLabels(source: LabelSource): Labels {
  const { many, one } = named(source)
  const nested = (text: string) => (source.hierarchical ? text : null)
  const flat = (text: string) => (source.hierarchical ? null : text)
  return withGiven(source, {
    name: many,
    singular_name: one,
    search_items: `Search: ${many}`,
    popular_items: flat(`${many}: popular`),
    all_items: `${many}: all`,
    parent_item: nested(`Parent (${one})`),
    parent_item_colon: nested(`Parent (${one}):`),
    name_field_description: 'The name that visitors see.',
    slug_field_description: 'The part of the URL: lowercase letters, digits and hyphens.',
    parent_field_description: nested('The term above it, if any.'),
    desc_field_description: 'Shown by themes that support it.',
    edit_item: `Edit: ${one}`,
    view_item: `View: ${one}`,
    update_item: `Save: ${one}`,
    add_new_item: `Add: ${one}`,
    new_item_name: `Name (${one})`,
    separate_items_with_commas: flat('Use commas between names'),
    add_or_remove_items: flat(`${many}: add or remove`),
    choose_from_most_used: flat(`${many}: pick a popular one`),
    not_found: `${many}: nothing found`,
    no_terms: `${many}: none`,
    filter_by_item: nested(`Filter: ${one}`),
    items_list_navigation: `${many}: list pages`,
    items_list: `${many}: list`,
    most_used: 'Popular',
    back_to_items: `Back: ${many}`,
    item_link: `${one}: link`,
    item_link_description: `A link to: ${one}.`,
    menu_name: many,
    name_admin_bar: one,
    archives: `${many}: archives`,
    template_name: `${one}: archives`,
  })
}
