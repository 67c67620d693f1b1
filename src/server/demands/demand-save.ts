import type { demandsCalls } from '../../contract/demands/demands.ts'
import { demands } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { actorOf, recordSteps, takeNumber } from '../operations/public.ts'
import { keepDemandWords } from '../search/keep-words.ts'
import { mustBeCertified } from '../session/authorise.ts'
import { demandTags } from './demand-tags.ts'
import { matchSoon } from './matching/match-demands.ts'
import { submitted } from './submit-demand.ts'
import { writeDemandFiles } from './write-demand-files.ts'
import { demandColumns } from './write-demand.ts'

export const demandSave: Handler<typeof demandsCalls.demandSave> = async (
  input,
  { caller, db, config, pages, jobs, after, note },
) => {
  if (input.submit) mustBeCertified(caller)
  const now = new Date()
  const columns = await demandColumns(db, input, now)
  const { status, steps } = input.submit
    ? submitted('draft', config.review, actorOf(caller))
    : { status: 'draft' as const, steps: [] }
  const publishedAt = status === 'open' ? now : null
  const demandId = await db.transaction(async (tx) => {
    const { id, no } = await takeNumber(tx, 'demands', 'XQ')
    const owner = { companyId: caller.companyId, userId: caller.userId }
    await tx.insert(demands).values({ ...columns, ...owner, id, demandNo: no, status, publishedAt })
    await writeDemandFiles(tx, id, input, caller)
    await keepDemandWords(tx, [id])
    await recordSteps(
      tx,
      steps.map((step) => ({ ...step, entityId: id })),
    )
    note(`${no}${input.submit ? '，提交发布' : '，草稿'}`)
    return id
  })
  if (status === 'open') {
    after(() => pages.invalidate(demandTags(demandId)))
    matchSoon({ after, jobs })
  }
  return { demandId, status, version: 1 }
}
