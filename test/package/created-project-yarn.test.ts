import { testCreatedProject } from './install-created-project.js'

await testCreatedProject({ agent: 'yarn/1', package: 'yarn@1', command: 'yarn' })
