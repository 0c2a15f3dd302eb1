import sanitizeHtml, { type IOptions } from 'sanitize-html'

/** Removes elements and attributes that the options do not allow. */
export type SanitizeTags = (html: string, options: IOptions) => string

/** The library for environments without synchronous loading of modules; `#sanitize-tags` in the manifest selects it. */
export const sanitizeTags: SanitizeTags = sanitizeHtml
