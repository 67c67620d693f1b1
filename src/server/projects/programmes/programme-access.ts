import { and, asc, count, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { ProgrammeChoice } from '../../../contract/projects/programmes.ts'
import type { Db } from '../../../db/open.ts'
import { demands } from '../../../db/tables/demands.ts'
import { orders } from '../../../db/tables/orders.ts'
import { programmeEntries, programmeMembers, programmes } from '../../../db/tables/programmes.ts'
import {
  includesRole,
  isOpenToRole,
  isProgrammeClosed,
  programmeAdministrator,
  programmeAudiences,
  programmeItemLabels,
  programmeLimits,
  programmeRoleOf,
  type ProgrammeEntryEvent,
  type ProgrammeItemKind,
  type ProgrammeRole,
} from '../../../domain/projects/programmes.ts'
import type { Member } from '../../handler.ts'

export type ProgrammeRecord = typeof programmes.$inferSelect

/** A programme with the caller's role in it. */
export interface OwnProgramme {
  readonly row: ProgrammeRecord
  readonly role: ProgrammeRole
}

/** Join condition: the caller's own membership. */
const ownMembership = ({ userId }: Member) =>
  and(eq(programmeMembers.programmeId, programmes.id), eq(programmeMembers.userId, userId))

/** Condition of the programmes that exist for the caller, over the join with `ownMembership`. */
function isVisible({ companyId, permissions }: Member): SQL | undefined {
  const held = programmeAudiences.filter((audience) => permissions.has(audience))
  const shared = or(isNotNull(programmeMembers.role), held.length > 0 ? inArray(programmes.openTo, held) : undefined)
  return and(eq(programmes.companyId, companyId), permissions.has(programmeAdministrator) ? undefined : shared)
}

/** Query of the caller's programmes; conditions are added to the visible ones. */
export const selectVisibleProgrammes = (db: Db, caller: Member, where?: SQL) =>
  db
    .select({ row: programmes, membership: programmeMembers.role })
    .from(programmes)
    .leftJoin(programmeMembers, ownMembership(caller))
    .where(and(isVisible(caller), where))
    .$dynamic()

/** Number of the caller's programmes by status. */
export const countVisibleProgrammes = (db: Db, caller: Member, where?: SQL) =>
  db
    .select({ status: programmes.status, count: count() })
    .from(programmes)
    .leftJoin(programmeMembers, ownMembership(caller))
    .where(and(isVisible(caller), where))
    .groupBy(programmes.status)

/** The rows with the caller's role; rows without one are left out. */
export const withProgrammeRoles = (
  caller: Member,
  rows: readonly { readonly row: ProgrammeRecord; readonly membership: ProgrammeRole | null }[],
): OwnProgramme[] =>
  rows.flatMap(({ row, membership }) => {
    const role = programmeRoleOf(caller, row, membership)
    return role === null ? [] : [{ row, role }]
  })

/** A programme that the caller may read; undefined for all others. */
export async function findProgramme(db: Db, caller: Member, programmeId: number): Promise<OwnProgramme | undefined> {
  return withProgrammeRoles(caller, await selectVisibleProgrammes(db, caller, eq(programmes.id, programmeId))).at(0)
}

/** Throws notFound where the programme does not exist for the caller. */
export async function getProgramme(db: Db, caller: Member, programmeId: number): Promise<OwnProgramme> {
  const found = await findProgramme(db, caller, programmeId)
  if (found === undefined) throw new CallFailed('notFound')
  return found
}

/** Locks a programme of the company, then reads the role: members change under this lock. Throws notFound, programmeRole. */
export async function lockProgramme(
  tx: Db,
  caller: Member,
  programmeId: number,
  needed: ProgrammeRole,
): Promise<OwnProgramme> {
  await tx
    .select({ id: programmes.id })
    .from(programmes)
    .where(and(eq(programmes.id, programmeId), eq(programmes.companyId, caller.companyId)))
    .for('no key update')
  const own = await getProgramme(tx, caller, programmeId)
  if (!includesRole(own.role, needed)) throw new CallFailed('programmeRole')
  return own
}

/** Locks a programme that is not closed. Throws notFound, programmeRole, programmeClosed. */
export async function lockActiveProgramme(
  tx: Db,
  caller: Member,
  programmeId: number,
  needed: ProgrammeRole,
): Promise<OwnProgramme> {
  const own = await lockProgramme(tx, caller, programmeId, needed)
  if (isProgrammeClosed(own.row.status)) throw new CallFailed('programmeClosed')
  return own
}

/** Active programmes to which the caller may add, by code. */
export async function listProgrammeChoices(db: Db, caller: Member): Promise<ProgrammeChoice[]> {
  const rows = await selectVisibleProgrammes(db, caller, eq(programmes.status, 'active')).orderBy(asc(programmes.code))
  return withProgrammeRoles(caller, rows)
    .filter(({ row, role }) => isOpenToRole(role, row.status))
    .map(({ row }) => toProgrammeChoice(row))
}

export const toProgrammeChoice = ({ id, code, name }: ProgrammeRecord): ProgrammeChoice => ({
  programmeId: id,
  code,
  name,
})

/** Throws programmeFull when a programme has no room for another one. */
export function assertRoom(found: number, kind: keyof typeof programmeLimits): void {
  if (found >= programmeLimits[kind]) throw new CallFailed('programmeFull', { max: programmeLimits[kind] })
}

/** Throws programmeFull when a programme has no room for another demand or order. */
export async function assertItemRoom(tx: Db, kind: ProgrammeItemKind, programmeId: number): Promise<void> {
  const found = { found: count() }
  const [row] = await (kind === 'demand'
    ? tx
        .select(found)
        .from(demands)
        .where(and(eq(demands.projectId, programmeId), isNull(demands.deletedAt)))
    : tx.select(found).from(orders).where(eq(orders.projectId, programmeId)))
  assertRoom(row?.found ?? 0, kind)
}

/**
 * A programme to which the caller may add, held against closing until the transaction ends; several are held in the order
 * of their ids. Throws programmeGone.
 */
export async function holdProgramme(tx: Db, caller: Member, programmeId: number): Promise<ProgrammeRecord> {
  await tx
    .select({ id: programmes.id })
    .from(programmes)
    .where(and(eq(programmes.id, programmeId), eq(programmes.companyId, caller.companyId)))
    .for('share')
  const own = await findProgramme(tx, caller, programmeId)
  if (own === undefined || !isOpenToRole(own.role, own.row.status)) throw new CallFailed('programmeGone')
  return own.row
}

/** The programme that was chosen for a new demand or order; null = none. Throws programmeGone, programmeFull. */
export async function holdChosenProgramme(
  tx: Db,
  caller: Member,
  kind: ProgrammeItemKind,
  programmeId: number | null,
): Promise<ProgrammeRecord | null> {
  if (programmeId === null) return null
  const row = await holdProgramme(tx, caller, programmeId)
  await assertItemRoom(tx, kind, programmeId)
  return row
}

/** Adds to the history of a programme. */
export async function recordEntry(
  tx: Db,
  { userId }: Pick<Member, 'userId'>,
  programmeId: number,
  event: ProgrammeEntryEvent,
  detail = '',
): Promise<void> {
  await tx.insert(programmeEntries).values({ programmeId, userId, event, detail })
}

/** Notes new demands or orders in the history of their programme. */
export const recordAddedItems = async (
  tx: Db,
  caller: Pick<Member, 'userId'>,
  programmeId: number,
  kind: ProgrammeItemKind,
  titles: readonly string[],
): Promise<void> => {
  for (const title of titles)
    await recordEntry(tx, caller, programmeId, 'add-item', `${programmeItemLabels[kind]} ${title}`)
}
