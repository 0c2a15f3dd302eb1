export { createFromArguments, type Terminal } from './create-from-arguments.js'
export { type CreatedProject, createProject } from './create-project.js'
export { ProjectError } from './project-error.js'
export type { ProjectOptions } from './project-options.js'
