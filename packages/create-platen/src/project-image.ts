import { termsOf } from './package-manager.js'
import { packageName, VENDOR } from './project-manifest.js'
import type { ProjectOptions } from './project-options.js'

/** The text of `.dockerignore`. */
export const DOCKER_IGNORED = ['.env', '.git', 'data', 'node_modules', ''].join('\n')

/** The text of the `Dockerfile`. */
export function dockerfile({ folder, packageManager, tarballs }: Required<ProjectOptions>): string {
  const name = packageName(folder)
  const { files, installExactly } = termsOf(packageManager)
  const vendored = Object.keys(tarballs).length > 0 ? [`COPY ${VENDOR} ${VENDOR}`] : []
  return `# docker build -t ${name} .
# docker run -p 8080:8080 -v ${name}:/site/data ${name}

# This image has the compilers that packages need where no compiled ones can be downloaded.
FROM node:24 AS packages
WORKDIR /site
COPY package.json ${files.join(' ')} ./
${[...vendored, `RUN ${installExactly}`].join('\n')}

FROM node:24-slim
WORKDIR /site
ENV NODE_ENV=production PORT=8080
COPY --from=packages /site/node_modules node_modules
COPY . .
RUN mkdir data && chown node:node data
USER node
# The database and the uploaded files.
VOLUME /site/data
EXPOSE 8080
HEALTHCHECK --start-period=10s CMD node -e "fetch('http://127.0.0.1:8080/').then(({ ok }) => process.exit(ok ? 0 : 1))"
CMD ["node_modules/.bin/platen", "serve"]
`
}
