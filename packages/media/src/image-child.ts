import { doTasks } from './do-tasks.js'
import type { ImageResult, ImageTask } from './image-tasks.js'

// If sharp cannot be loaded, that is the error of each task. It is imported first, because Node 20 ends the process if a
// CommonJS module fails that an imported module imports.
const loaded = await import('sharp')
  .then(() => import('./sharp-pipelines.js'))
  .then(
    pipelines => ({ pipelines }),
    (error: unknown) => ({ error }),
  )

doTasks(async (task: ImageTask): Promise<ImageResult> => {
  if ('error' in loaded) throw loaded.error
  const { inspectImage, makeImage } = loaded.pipelines
  return task.do === 'inspect' ? { facts: await inspectImage(task) } : { made: await makeImage(task) }
})
