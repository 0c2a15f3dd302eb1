import { testCreatedProject } from './install-created-project.js'

await testCreatedProject({ agent: 'npm/11', command: 'npm' })

await testCreatedProject({ agent: 'pnpm/10', package: 'pnpm@10', command: 'pnpm' })

await testCreatedProject({ agent: 'yarn/1', package: 'yarn@1', command: 'yarn' })

await testCreatedProject({ agent: 'yarn/4', package: '@yarnpkg/cli-dist@4', command: 'yarn' })
