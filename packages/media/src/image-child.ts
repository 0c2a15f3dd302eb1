import { doTasks } from './do-tasks.js'
import type { ImageResult, ImageTask } from './image-tasks.js'
import { inspectImage, makeImage } from './sharp-pipelines.js'

doTasks(async (task: ImageTask): Promise<ImageResult> => {
  return task.do === 'inspect' ? { facts: await inspectImage(task) } : { made: await makeImage(task) }
})
