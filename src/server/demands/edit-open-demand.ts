import type { Config } from '../../config.ts'
import { CallFailed, fieldFailed, type FieldFault } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { wordFaults } from '../../domain/demands/demand-faults.ts'
import { deadlineFault, fixedFaults } from '../../domain/demands/demand-rules.ts'
import { openChanges, withoutReview, type OpenContent } from '../../domain/demands/open-changes.ts'
import type { ownDemandForChange } from './own-demand.ts'
import { filesNamed } from './write-demand-files.ts'
import type { DemandInput } from './write-demand.ts'

type Demand = Awaited<ReturnType<typeof ownDemandForChange>>

/** Something to be written into an open demand, and in words what changes by it ('' = nothing). */
interface Edit {
  readonly content: OpenContent
  readonly reason: string
}

/**
 * What an edit of an open demand writes at once, and what is written when it passes its review (nothing with
 * REVIEW=auto). Throws stepNotAllowed past the deadline, invalidInput where it touches what was offered on.
 */
export async function openEdit(
  tx: Db,
  demand: Demand,
  input: DemandInput,
  review: Config['review'],
): Promise<{ atOnce: Edit; later: Edit }> {
  const now = new Date()
  if (demand.deadline <= now) throw new CallFailed('stepNotAllowed')
  const before = {
    ...demand,
    demandTitle: demand.title,
    demandBudget: demand.budget,
    ...(await filesNamed(tx, demand.id)),
  }
  const deadline = input.deadline === null ? demand.deadline : new Date(input.deadline)
  const after = { ...input, deadline }
  const faults = [
    ...fixedFaults(before, after),
    ...wordFaults({ ...input, questions: [] }),
    ...late(before, after, now),
  ]
  if (faults.length > 0) throw fieldFailed(...faults)
  const present = review === 'auto' ? after : withoutReview(before, after)
  return {
    atOnce: { content: present, reason: openChanges(before, present) },
    later: { content: after, reason: openChanges(present, after) },
  }
}

/** A deadline that is left alone may be as near as it is. */
function late(before: { deadline: Date }, after: { deadline: Date }, now: Date): FieldFault[] {
  if (after.deadline <= before.deadline) return []
  const message = deadlineFault(after.deadline, now)
  return message === null ? [] : [{ field: 'deadline', message }]
}
