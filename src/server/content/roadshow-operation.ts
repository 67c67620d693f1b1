import type { roadshowCalls } from '../../contract/content/roadshow.ts'
import type { Handler } from '../handler.ts'
import { roadshowsToCome } from '../live/public.ts'

export const roadshowOperation: Handler<typeof roadshowCalls.roadshowOperation> = async ({ size }, { db }) => ({
  data: await roadshowsToCome(db, size),
})
