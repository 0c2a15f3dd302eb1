import { doTasks } from './do-tasks.js'
import type { ImageResult, ImageTask } from './image-tasks.js'

const pipelines = import('./sharp-pipelines.js')
// If sharp cannot be loaded, that is the error of each task.
await pipelines.catch(() => undefined)

doTasks(async (task: ImageTask): Promise<ImageResult> => {
  const { inspectImage, makeImage } = await pipelines
  return task.do === 'inspect' ? { facts: await inspectImage(task) } : { made: await makeImage(task) }
})
