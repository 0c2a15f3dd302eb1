import sanitizeHtml, { type IOptions } from 'sanitize-html'

/** Removes elements and attributes that the options do not allow. */
export type SanitizeTags = (html: string, options: IOptions) => string

/** The library, where modules cannot be loaded while a function runs; `#sanitize-tags` in the manifest chooses. */
export const sanitizeTags: SanitizeTags = sanitizeHtml
