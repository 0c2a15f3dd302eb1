import { filterHtml } from '../../rendering/filter-html.js'

/** What users say about themselves, as it is stored: text with the elements of running text, and nothing that runs. */
export const descriptionHtml = (given: string): string => filterHtml(given, 'description').trim()
