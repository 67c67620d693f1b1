import { and, eq, inArray, notInArray } from 'drizzle-orm'
import type { EntryFormOf } from '../../../contract/content/entry-forms.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { digitalApps, digitalSolutionApps as table, digitalSolutions } from '../../../db/tables/digital.ts'
import type { Writing } from './write-form.ts'

type Form = EntryFormOf<'solution'>

/** A solution with what each application does in it; a use that stays keeps its address. */
export async function writeSolution(tx: Db, form: Form, to: Writing): Promise<number> {
  const { kind: _kind, uses, ...rest } = form
  await mustKnowApps(tx, uses)
  const row = { ...rest, ...to.mark }
  if (to.entryId !== null) {
    await tx.update(digitalSolutions).set(row).where(eq(digitalSolutions.id, to.entryId))
    await writeUses(tx, to.entryId, uses)
    return to.entryId
  }
  const [made] = await tx
    .insert(digitalSolutions)
    .values({ ...row, publishedAt: new Date() })
    .returning({ id: digitalSolutions.id })
  if (made === undefined) throw new Error('Nothing was written')
  await writeUses(tx, made.id, uses)
  return made.id
}

/** Holds the applications as well: none is deleted before the solution that uses it is written. */
async function mustKnowApps(tx: Db, uses: Form['uses']): Promise<void> {
  const asked = uses.map(({ appId }) => appId)
  const known =
    asked.length === 0
      ? []
      : await tx.select({ id: digitalApps.id }).from(digitalApps).where(inArray(digitalApps.id, asked)).for('share')
  const faults = asked.flatMap((appId, at) =>
    known.some(({ id }) => id === appId) ? [] : [{ field: `form.uses.${at}.appId`, message: '应用不存在，请重新选择' }],
  )
  if (faults.length > 0) throw fieldFailed(...faults)
}

async function writeUses(tx: Db, solutionId: number, uses: Form['uses']): Promise<void> {
  const stays = uses.flatMap(({ useId }) => useId ?? [])
  const own = eq(table.solutionId, solutionId)
  await tx.delete(table).where(and(own, stays.length === 0 ? undefined : notInArray(table.id, stays)))
  for (const [sort, { useId, ...use }] of uses.entries()) {
    if (useId === null) {
      await tx.insert(table).values({ ...use, solutionId, sort })
      continue
    }
    const [kept] = await tx
      .update(table)
      .set({ ...use, sort })
      .where(and(own, eq(table.id, useId)))
      .returning({ id: table.id })
    // It was taken away meanwhile, or is another solution's.
    if (kept === undefined) throw new CallFailed('conflict')
  }
}
