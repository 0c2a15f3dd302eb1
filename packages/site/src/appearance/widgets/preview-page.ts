import { escapeHtml } from '@platen/rendering'

/** A page with only the HTML of a widget, for frames in editors. */
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
