import type { productsCalls } from '../../contract/catalogue/products.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Handler } from '../handler.ts'
import { countDownload } from '../operations/public.ts'

/** Pages come from a cache, so they say by script that a paper was downloaded; the shown number follows with them. */
export const fileDownloaded: Handler<typeof productsCalls.fileDownloaded> = async ({ fileId }, { db, request }) => {
  if (!(await countDownload(db, fileId, request.ip ?? ''))) throw new CallFailed('notFound')
  return {}
}
