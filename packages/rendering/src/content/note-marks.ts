/** Whether content may have marks of footnotes. */
export const mayHoldNoteMarks = (content: string): boolean => content.includes('<sup data-fn="')

/** Removes the marks of footnotes, as the editor writes them; others are ordinary text. */
export const withoutNoteMarks = (html: string): string =>
  mayHoldNoteMarks(html)
    ? html.replace(/<sup data-fn="[^"<>]+" class="[^"<>]+">\s*<a href="[^"<>]+" id="[^"<>]+">\d+<\/a>\s*<\/sup>/g, '')
    : html
