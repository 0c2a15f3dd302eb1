/** Whether content may have marks of footnotes. */
export const mayHoldFootnoteMarks = (content: string): boolean => content.includes('<sup data-fn="')

/** Removes the marks of footnotes, as the editor writes them; others are ordinary text. */
export const withoutFootnoteMarks = (html: string): string =>
  mayHoldFootnoteMarks(html)
    ? html.replace(/<sup data-fn="[^"<>]+" class="[^"<>]+">\s*<a href="[^"<>]+" id="[^"<>]+">\d+<\/a>\s*<\/sup>/g, '')
    : html
