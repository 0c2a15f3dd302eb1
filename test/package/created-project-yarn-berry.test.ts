import { testCreatedProject } from './install-created-project.js'

await testCreatedProject({ agent: 'yarn/4', package: '@yarnpkg/cli-dist@4', command: 'yarn' })
