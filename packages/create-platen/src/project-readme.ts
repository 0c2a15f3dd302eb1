import { termsOf } from './package-manager.js'
import { packageName, VENDOR } from './project-manifest.js'
import type { ProjectOptions } from './project-options.js'

const GUIDES = 'https://github.com/platen/platen/blob/main/docs/guides'

/** The text of `README.md`. */
export function readme({ folder, dialect, language, packageManager, tarballs }: Required<ProjectOptions>): string {
  const name = packageName(folder)
  const manager = packageManager.name
  const { run, files } = termsOf(packageManager)
  const config = `platen.config.${language}`
  const rows = [
    [config, 'the site: its types, taxonomies, meta, routes and options'],
    [`site.test.${language}`, 'the tests, which use a site in memory'],
    ['package.json', 'the dependencies and scripts'],
    ['tsconfig.json', 'the options of the type checker'],
    ['pnpm-workspace.yaml', 'the packages that pnpm may build; other package managers do not read it'],
    ['Dockerfile', 'builds an image that serves the site'],
    ['data/', 'the database and the uploaded files, once the site has been started; not in the repository'],
    ...(Object.keys(tarballs).length > 0
      ? [[`${VENDOR}/`, 'the packages of Platen, which `package.json` and `pnpm-workspace.yaml` name by their files']]
      : []),
  ]
  return `# ${name}

A content site with a REST interface, served by [Platen](https://github.com/platen/platen).

\`\`\`console
$ ${manager} install
$ ${manager} start
\`\`\`

The first start creates the site, and prints the URL of its interface and the administrator's passwords. Sign in at
http://localhost:8080/console, or write with the application password:

\`\`\`console
$ curl http://localhost:8080/${dialect}-json/${dialect}/v2/books
$ curl --user 'admin:APPLICATION PASSWORD' --json '{"title":"Emma","status":"publish"}' \\
    http://localhost:8080/${dialect}-json/${dialect}/v2/books
\`\`\`

| command | does |
| --- | --- |
| \`${manager} start\` | serves the site, and reloads ${config} when it changes |
| \`${manager} test\` | runs the tests |
| \`${run} typecheck\` | checks the types |
| \`npx platen --help\` | lists other commands, such as \`user\` and \`import\` |

| file | is |
| --- | --- |
${rows.map(([file, text]) => `| \`${file}\` | ${text} |`).join('\n')}

Node.js 20.19 or later is required.

## Next steps

- Change \`${config}\`: [every key](${GUIDES}/a-site-as-a-file.md), [types and taxonomies](${GUIDES}/custom-types-and-taxonomies.md),
  [fields and routes](${GUIDES}/extra-fields-and-routes.md).
- Call it from a front end with [the client](${GUIDES}/client.md); \`npx platen types\` writes its types.
- Commit the project, with ${files[0]}.
- [Run it in production](${GUIDES}/running-in-production.md). With Docker:

\`\`\`console
$ docker build -t ${name} .
$ docker run -p 8080:8080 -v ${name}:/site/data ${name}
\`\`\`
`
}
