import { escapeHtml } from '@platen/rendering'

/** A page with the HTML of a widget alone, for frames in which editors show it. */
export const previewPage = (title: string, html: string): string => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
</head>
<body>
${html}
</body>
</html>
`
