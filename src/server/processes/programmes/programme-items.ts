import { and, desc, eq, ilike, isNull, ne, notInArray, or } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type {
  ProgrammeCandidate,
  ProgrammeCandidateKind,
  programmesCalls,
} from '../../../contract/projects/programmes.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { conversations } from '../../../db/tables/chat.ts'
import { demands } from '../../../db/tables/demands.ts'
import { orders } from '../../../db/tables/orders.ts'
import { programmeConversations, programmeMembers } from '../../../db/tables/programmes.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { shownName } from '../../../domain/chat/phrases.ts'
import { demandLabels } from '../../../domain/demands/demand-states.ts'
import { orderLabel } from '../../../domain/orders/order-states.ts'
import {
  includesRole,
  isOpenToRole,
  programmeItemLabels,
  programmeItemPermissions,
  programmesOfMove,
  type ProgrammeItemKind,
} from '../../../domain/projects/programmes.ts'
import { getParticipants, listOwnConversations } from '../../chat/own-conversations.ts'
import { getProfiles } from '../../chat/profiles.ts'
import type { Handler, Member } from '../../handler.ts'
import {
  assertItemRoom,
  findProgramme,
  getProgramme,
  listProgrammeChoices,
  lockActiveProgramme,
  recordAddedItems,
  recordEntry,
  toProgrammeChoice,
} from '../../projects/programmes/programme-access.ts'
import { likePattern } from '../../search/like-pattern.ts'

interface OwnItem {
  readonly no: string
  readonly title: string
  readonly projectId: number | null
}

/** A demand or order of the caller as buyer. Throws forbidden without its permission, notFound. */
async function getOwnItem(
  db: Db,
  caller: Member,
  kind: ProgrammeItemKind,
  itemId: number,
  lock = false,
): Promise<OwnItem> {
  if (!caller.permissions.has(programmeItemPermissions[kind])) throw new CallFailed('forbidden')
  const { companyId } = caller
  const ofDemand = db
    .select({ no: demands.demandNo, title: demands.title, projectId: demands.projectId })
    .from(demands)
    .where(and(eq(demands.id, itemId), eq(demands.companyId, companyId), isNull(demands.deletedAt)))
    .$dynamic()
  const ofOrder = db
    .select({ no: orders.orderNo, title: orders.title, projectId: orders.projectId })
    .from(orders)
    .where(and(eq(orders.id, itemId), eq(orders.buyerCompanyId, companyId)))
    .$dynamic()
  const query = kind === 'demand' ? ofDemand : ofOrder
  const [item] = lock ? await query.for('no key update') : await query
  if (item === undefined) throw new CallFailed('notFound')
  return item
}

export const programmeOfItem: Handler<typeof programmesCalls.programmeOfItem> = async (
  { kind, itemId },
  { caller, db },
) => {
  const { projectId } = await getOwnItem(db, caller, kind, itemId)
  const own = projectId === null ? undefined : await findProgramme(db, caller, projectId)
  const isMovable = own !== undefined && isOpenToRole(own.role, own.row.status)
  return {
    programme: own === undefined ? null : toProgrammeChoice(own.row),
    mayChange: projectId === null || isMovable,
    choices: await listProgrammeChoices(db, caller),
  }
}

/** Moves an item between programmes: the item is locked first, then both in the order of their ids. */
export const programmeItemSave: Handler<typeof programmesCalls.programmeItemSave> = (
  { kind, itemId, from, programmeId },
  { caller, db, note },
) =>
  db.transaction(async (tx) => {
    const { no, title, projectId } = await getOwnItem(tx, caller, kind, itemId, true)
    if (projectId === programmeId) return {}
    if (projectId !== null && (await findProgramme(tx, caller, projectId)) === undefined)
      throw new CallFailed('programmeTaken')
    if (projectId !== from) throw new CallFailed('conflict')
    for (const id of programmesOfMove(projectId, programmeId)) await lockActiveProgramme(tx, caller, id, 'member')
    if (programmeId !== null) await assertItemRoom(tx, kind, programmeId)
    const table = kind === 'demand' ? demands : orders
    await tx.update(table).set({ projectId: programmeId }).where(eq(table.id, itemId))
    const detail = `${no} ${title}`
    if (projectId !== null)
      await recordEntry(tx, caller, projectId, 'remove-item', `${programmeItemLabels[kind]} ${detail}`)
    if (programmeId !== null) await recordAddedItems(tx, caller, programmeId, kind, [detail])
    note(detail)
    return {}
  })

/** Rows of a picker. */
const maxCandidates = 20
/** Conversations among which a keyword is looked for. */
const maxConversations = 200

interface Asked {
  readonly caller: Member
  readonly programmeId: number
  readonly keyword: string
}

const finders: Readonly<Record<ProgrammeCandidateKind, (db: Db, asked: Asked) => Promise<ProgrammeCandidate[]>>> = {
  demand: async (db, { caller, keyword }) => {
    if (!caller.permissions.has(programmeItemPermissions.demand)) throw new CallFailed('forbidden')
    const pattern = likePattern(keyword)
    const rows = await db
      .select({ id: demands.id, no: demands.demandNo, title: demands.title, status: demands.status })
      .from(demands)
      .where(
        and(
          eq(demands.companyId, caller.companyId),
          isNull(demands.projectId),
          isNull(demands.deletedAt),
          keyword === '' ? undefined : or(ilike(demands.title, pattern), ilike(demands.demandNo, pattern)),
        ),
      )
      .orderBy(desc(demands.id))
      .limit(maxCandidates)
    return rows.map(({ id, no, title, status }) => ({
      itemId: id,
      name: title,
      note: `${no}，${demandLabels[status].label}`,
    }))
  },
  order: async (db, { caller, keyword }) => {
    if (!caller.permissions.has(programmeItemPermissions.order)) throw new CallFailed('forbidden')
    const pattern = likePattern(keyword)
    const rows = await db
      .select({ id: orders.id, no: orders.orderNo, title: orders.title, status: orders.status })
      .from(orders)
      .where(
        and(
          eq(orders.buyerCompanyId, caller.companyId),
          isNull(orders.projectId),
          keyword === '' ? undefined : or(ilike(orders.title, pattern), ilike(orders.orderNo, pattern)),
        ),
      )
      .orderBy(desc(orders.id))
      .limit(maxCandidates)
    return rows.map(({ id, no, title, status }) => ({
      itemId: id,
      name: title,
      note: `${no}，${orderLabel(status, 'buyer').label}`,
    }))
  },
  conversation: async (db, { caller, programmeId, keyword }) => {
    const linked = db
      .select({ id: programmeConversations.conversationId })
      .from(programmeConversations)
      .where(eq(programmeConversations.programmeId, programmeId))
    const rows = await listOwnConversations(db, caller, {
      limit: maxConversations,
      where: notInArray(conversations.id, linked),
    })
    const others = rows.map((row) => ({ id: row.id, other: getParticipants(caller, row).other }))
    const profiles = await getProfiles(
      db,
      others.map(({ other }) => other),
    )
    return others
      .map(({ id, other }) => ({ itemId: id, name: shownName(profiles.get(other)?.name ?? ''), note: '' }))
      .filter(({ name }) => name !== '' && name.includes(keyword))
      .slice(0, maxCandidates)
  },
  person: async (db, { caller, programmeId, keyword }) => {
    const pattern = likePattern(keyword)
    const members = db
      .select({ id: programmeMembers.userId })
      .from(programmeMembers)
      .where(eq(programmeMembers.programmeId, programmeId))
    const rows = await db
      .select({ id: users.id, realName: users.realName, loginName: users.loginName, jobTitle: users.jobTitle })
      .from(users)
      .where(
        and(
          eq(users.companyId, caller.companyId),
          ne(users.locked, true),
          notInArray(users.id, members),
          keyword === '' ? undefined : or(ilike(users.realName, pattern), ilike(users.loginName, pattern)),
        ),
      )
      .orderBy(users.id)
      .limit(maxCandidates)
    return rows.map((row) => ({ itemId: row.id, name: personName(row), note: row.jobTitle }))
  },
}

export const programmeCandidates: Handler<typeof programmesCalls.programmeCandidates> = async (
  { programmeId, kind, keyword },
  { caller, db },
) => {
  const { role } = await getProgramme(db, caller, programmeId)
  if (!includesRole(role, kind === 'person' ? 'manager' : 'member')) throw new CallFailed('programmeRole')
  return { data: await finders[kind](db, { caller, programmeId, keyword }) }
}
