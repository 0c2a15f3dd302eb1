export const renderTitle = (title: string): string => title
export const renderContent = (content: string, _site: unknown): string => (content === '' ? '' : `<p>${content}</p>\n`)
export const renderExcerpt = (post: { excerpt: string; content: string }, _options: unknown): string => post.excerpt
