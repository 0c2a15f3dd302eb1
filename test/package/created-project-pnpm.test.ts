import { testCreatedProject } from './install-created-project.js'

await testCreatedProject({ agent: 'pnpm/10', package: 'pnpm@10', command: 'pnpm' })
