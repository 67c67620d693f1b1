import { and, desc, eq, ilike, or, sql } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { programmesCalls } from '../../../contract/projects/programmes.ts'
import { violatesUnique } from '../../../db/errors.ts'
import type { Db } from '../../../db/open.ts'
import { programmeEntries, programmeMembers, programmes as table } from '../../../db/tables/programmes.ts'
import { isProgrammeClosed, programmeTransitions } from '../../../domain/projects/programmes.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import {
  countVisibleProgrammes,
  listProgrammeChoices,
  lockActiveProgramme,
  lockProgramme,
  recordEntry,
  selectVisibleProgrammes,
  withProgrammeRoles,
} from '../../projects/programmes/programme-access.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { loadProgrammeMembers, namesOf, presentProgramme, presentRow } from './present-programme.ts'
import { loadFigures } from './programme-figures.ts'

const lastEntry = sql`(select max(${programmeEntries.id}) from ${programmeEntries} where ${programmeEntries.programmeId} = ${table.id})`

export const programmes: Handler<typeof programmesCalls.programmes> = async (input, { caller, db }) => {
  const { status, keyword, current, pageSize } = input
  const pattern = likePattern(keyword)
  const found = keyword === '' ? undefined : or(ilike(table.name, pattern), ilike(table.code, pattern))
  const ofStatus = status === undefined ? undefined : eq(table.status, status)
  const rows = await selectVisibleProgrammes(db, caller, and(found, ofStatus))
    .orderBy(sql`${table.status} = 'closed'`, sql`${lastEntry} desc nulls last`, desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const figures = await loadFigures(
    db,
    rows.map(({ row }) => row.id),
  )
  const nameOf = await namesOf(
    db,
    rows.map(({ row }) => row.ownerUserId),
  )
  return {
    ...countsOf(await countVisibleProgrammes(db, caller, found), status),
    data: withProgrammeRoles(caller, rows).map((own) => presentRow(own, figures.get(own.row.id), nameOf)),
  }
}

export const programme: Handler<typeof programmesCalls.programme> = ({ programmeId }, { caller, db }) =>
  presentProgramme(db, caller, programmeId)

export const programmeChoices: Handler<typeof programmesCalls.programmeChoices> = async (_, { caller, db }) => ({
  data: await listProgrammeChoices(db, caller),
})

/** Names the code where another programme of the company has it. */
async function refuseTakenCode<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (thrown) {
    if (violatesUnique(thrown, 'programmes_code')) throw new CallFailed('programmeCodeTaken')
    throw thrown
  }
}

export const programmeSave: Handler<typeof programmesCalls.programmeSave> = async (input, { caller, db, note }) => {
  const { companyId, userId } = caller
  const programmeId = await refuseTakenCode(() =>
    db.transaction(async (tx) => {
      const [created] = await tx
        .insert(table)
        .values({ ...input, companyId, ownerUserId: userId })
        .returning({ id: table.id })
      if (created === undefined) throw new Error('A programme was not created')
      await tx.insert(programmeMembers).values({ programmeId: created.id, userId, role: 'manager' })
      await recordEntry(tx, caller, created.id, 'create')
      return created.id
    }),
  )
  note(input.code)
  return { programmeId }
}

export const programmeUpdate: Handler<typeof programmesCalls.programmeUpdate> = async (input, { caller, db, note }) => {
  const { programmeId, version, ownerUserId, ...values } = input
  return refuseTakenCode(() =>
    db.transaction(async (tx) => {
      const own = await lockActiveProgramme(tx, caller, programmeId, 'manager')
      if (own.row.version !== version) throw new CallFailed('conflict')
      await assertManager(tx, own, ownerUserId)
      await tx
        .update(table)
        .set({ ...values, ownerUserId, version: version + 1 })
        .where(eq(table.id, programmeId))
      await recordEntry(tx, caller, programmeId, 'update')
      note(input.code)
      return presentProgramme(tx, caller, programmeId)
    }),
  )
}

async function assertManager(tx: Db, own: Parameters<typeof loadProgrammeMembers>[1], userId: number): Promise<void> {
  const members = await loadProgrammeMembers(tx, own)
  if (!members.some((member) => member.userId === userId && member.role === 'manager'))
    throw fieldFailed({ field: 'ownerUserId', message: '请选择一位管理者' })
}

export const programmeMove: Handler<typeof programmesCalls.programmeMove> = (input, { caller, db, note }) =>
  db.transaction(async (tx) => {
    const { programmeId, event, version } = input
    const { row } = await lockProgramme(tx, caller, programmeId, 'manager')
    if (row.version !== version) throw new CallFailed('conflict')
    const status = nextState(programmeTransitions, row.status, event, 'manager')
    if (status === undefined) throw new CallFailed('stepNotAllowed')
    await tx
      .update(table)
      .set({ status, closedAt: isProgrammeClosed(status) ? new Date() : null, version: version + 1 })
      .where(eq(table.id, programmeId))
    await recordEntry(tx, caller, programmeId, event)
    note(row.code)
    return presentProgramme(tx, caller, programmeId)
  })
