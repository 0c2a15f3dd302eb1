import { testCreatedProject } from './install-created-project.js'

await testCreatedProject({ agent: 'npm/11', command: 'npm' })
