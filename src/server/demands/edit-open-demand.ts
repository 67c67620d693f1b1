import { CallFailed, fieldFailed, type FieldFault } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { wordFaults } from '../../domain/demands/demand-faults.ts'
import { deadlineFault, fixedFaults } from '../../domain/demands/demand-rules.ts'
import { openChanges } from '../../domain/demands/open-changes.ts'
import type { ownDemandForChange } from './own-demand.ts'
import { filesNamed } from './write-demand-files.ts'
import { isConfidential, type DemandInput } from './write-demand.ts'

type Demand = Awaited<ReturnType<typeof ownDemandForChange>>

/**
 * What an edit of an open demand writes, and what changed by it in words ('' = nothing). Throws stepNotAllowed past the
 * deadline, invalidInput where it touches what was offered on.
 */
export async function openEdit(tx: Db, demand: Demand, input: DemandInput, now: Date) {
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
  const { summary, facts, confidentialText, ownTerms } = input
  return {
    columns: { summary, facts, deadline, confidentialText, ownTerms, confidential: isConfidential(input) },
    reason: openChanges(before, after),
  }
}

/** A deadline that is left alone may be as near as it is. */
function late(before: { deadline: Date }, after: { deadline: Date }, now: Date): FieldFault[] {
  if (after.deadline <= before.deadline) return []
  const message = deadlineFault(after.deadline, now)
  return message === null ? [] : [{ field: 'deadline', message }]
}
