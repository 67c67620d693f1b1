import { z } from 'zod'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { classRow } from '../live/classes.ts'

export const roadshowCalls = {
  /** Placement of roadshows: those an operator featured first, then whatever begins next. */
  roadshowOperation: call({
    path: '/mall/roadshow/operation',
    summary: '路演推荐位：未结束的项目路演，平台推荐的在前',
    access: everyone,
    reads: true,
    input: z.object({ size: z.int().min(1).max(20).default(4) }),
    output: z.object({ data: z.array(classRow) }),
  }),
}
