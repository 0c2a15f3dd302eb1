import { DEFAULT_IMAGE_SIZES } from '@platen/site'
import t from 'tap'
import { dimensionsIn, fitInto, sameProportions, stepsTo } from '../../../packages/site/dist/media/image-sizes.js'

const of = (width: number, height: number) => ({ width, height })
