// The contexts of fields. Schemas list them in the given order, which clients of this interface know by resource.

export const VIEW_EDIT_EMBED = ['view', 'edit', 'embed'] as const
export const EMBED_VIEW_EDIT = ['embed', 'view', 'edit'] as const
export const VIEW_EMBED_EDIT = ['view', 'embed', 'edit'] as const
export const VIEW_EDIT = ['view', 'edit'] as const
export const EDIT = ['edit'] as const
