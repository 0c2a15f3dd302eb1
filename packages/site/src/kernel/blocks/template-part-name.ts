/** The name of the block that shows a template part. */
export const TEMPLATE_PART = 'core/template-part'
