import { and, asc, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Programme, ProgrammeRow } from '../../../contract/projects/programmes.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { conversations } from '../../../db/tables/chat.ts'
import { demands } from '../../../db/tables/demands.ts'
import { files, stateChanges } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import {
  programmeConversations,
  programmeEntries,
  programmeFiles,
  programmeMembers,
} from '../../../db/tables/programmes.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { shownName } from '../../../domain/chat/phrases.ts'
import { demandLabels, demandStatuses } from '../../../domain/demands/demand-states.ts'
import { orderLabel, orderStatuses } from '../../../domain/orders/order-states.ts'
import { paidShare } from '../../../domain/orders/payment-states.ts'
import {
  includesRole,
  isProgrammeClosed,
  programmeLimits,
  programmeRoles,
  type ProgrammeItemKind,
  type ProgrammeRole,
} from '../../../domain/projects/programmes.ts'
import { callerCondition } from '../../chat/own-conversations.ts'
import { getProfiles } from '../../chat/profiles.ts'
import type { Member } from '../../handler.ts'
import { loadPaymentLines, selectOrders } from '../../orders/present-order.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { descending } from '../../platform/queries/descending.ts'
import { getProgramme, type OwnProgramme } from '../../projects/programmes/programme-access.ts'
import { loadFigures, type ProgrammeFigures } from './programme-figures.ts'

const person = { realName: users.realName, loginName: users.loginName }

/** Entries shown of the history, and notes. */
const [maxTimeline, maxNotes] = [50, 200]

/** Names of people by id. */
export async function namesOf(db: Db, ids: readonly number[]): Promise<(userId: number) => string> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: users.id, ...person })
          .from(users)
          .where(inArray(users.id, [...new Set(ids)]))
  const names = new Map(rows.map((row) => [row.id, personName(row)]))
  return (userId) => names.get(userId) ?? ''
}

/** A programme in the list. */
export const presentRow = (
  { row, role }: OwnProgramme,
  figures: ProgrammeFigures | undefined,
  nameOf: (userId: number) => string,
): ProgrammeRow => ({
  programmeId: row.id,
  code: row.code,
  name: row.name,
  status: row.status,
  owner: nameOf(row.ownerUserId),
  role,
  demands: figures?.demands ?? 0,
  orders: figures?.orders ?? 0,
  ordered: figures?.ordered ?? 0,
  paid: figures?.paid ?? 0,
  nextAt: figures?.dates.at(0)?.at ?? null,
  lastActivityAt: (figures?.lastActivityAt ?? row.createdAt).toISOString(),
})

/** A programme as the caller sees it. Throws notFound where it does not exist for them. */
export async function presentProgramme(db: Db, caller: Member, programmeId: number): Promise<Programme> {
  const own = await getProgramme(db, caller, programmeId)
  const { row, role } = own
  const figures = (await loadFigures(db, [row.id])).get(row.id)
  const nameOf = await namesOf(db, [row.ownerUserId])
  const demandRows = await loadDemandRows(db, row.id)
  const orderRows = await loadOrderRows(db, row.id)
  return {
    ...presentRow(own, figures, nameOf),
    focus: row.focus,
    openTo: row.openTo,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    ownerUserId: row.ownerUserId,
    version: row.version,
    dates: figures?.dates ?? [],
    demandRows,
    orderRows,
    files: await loadFiles(db, own, caller),
    conversations: await loadConversations(db, own, caller),
    members: (await loadProgrammeMembers(db, own)).map(({ userId, name, role: held }) => ({
      userId,
      name,
      role: held,
      isSelf: userId === caller.userId,
    })),
    notes: await loadNotes(db, row.id),
    timeline: await loadTimeline(db, row.id, { demandRows, orderRows }),
    role,
  }
}

async function loadDemandRows(db: Db, programmeId: number): Promise<Programme['demandRows']> {
  const rows = await db
    .select({
      demandId: demands.id,
      demandNo: demands.demandNo,
      title: demands.title,
      status: demands.status,
      offers: demands.offerCount,
      deadline: demands.deadline,
    })
    .from(demands)
    .where(and(eq(demands.projectId, programmeId), isNull(demands.deletedAt)))
    .orderBy(desc(demands.id))
    .limit(programmeLimits.demand)
  return rows.map((row) => ({ ...row, deadline: row.deadline.toISOString() }))
}

/** Orders with what was paid of each, the newest first. */
export async function loadOrderRows(db: Db, programmeId: number): Promise<Programme['orderRows']> {
  const rows = await selectOrders(db, 'buyer')
    .where(eq(orders.projectId, programmeId))
    .orderBy(descending(orders.id))
    .limit(programmeLimits.order)
  const lines = Map.groupBy(
    await loadPaymentLines(
      db,
      rows.map(({ order }) => order.id),
    ),
    ({ orderId }) => orderId,
  )
  return rows.map(({ order, other }) => ({
    orderId: order.id,
    orderNo: order.orderNo,
    title: order.title,
    supplier: other.name,
    status: order.status,
    total: order.total,
    paid: paidShare(lines.get(order.id) ?? []).paid,
    createdAt: order.createdAt.toISOString(),
  }))
}

/** Whether a role may rename and remove what somebody added. */
export const mayChangeOf = (role: ProgrammeRole, addedBy: number, { userId }: Pick<Member, 'userId'>): boolean =>
  includesRole(role, 'manager') || (includesRole(role, 'member') && addedBy === userId)

async function loadFiles(db: Db, { row, role }: OwnProgramme, caller: Member): Promise<Programme['files']> {
  const rows = await db
    .select({
      fileId: files.id,
      name: files.name,
      size: files.size,
      userId: programmeFiles.userId,
      createdAt: programmeFiles.createdAt,
      ...person,
    })
    .from(programmeFiles)
    .innerJoin(files, eq(files.id, programmeFiles.fileId))
    .innerJoin(users, eq(users.id, programmeFiles.userId))
    .where(eq(programmeFiles.programmeId, row.id))
    .orderBy(desc(programmeFiles.createdAt))
  return rows.map(({ fileId, name, size, userId, createdAt, ...by }) => ({
    fileId,
    name,
    size,
    url: fileUrl({ id: fileId, name }),
    by: personName(by),
    mayChange: !isProgrammeClosed(row.status) && mayChangeOf(role, userId, caller),
    createdAt: createdAt.toISOString(),
  }))
}

async function loadConversations(
  db: Db,
  { row, role }: OwnProgramme,
  caller: Member,
): Promise<Programme['conversations']> {
  const rows = await db
    .select({
      id: conversations.id,
      other: programmeConversations.otherParty,
      userId: programmeConversations.userId,
      lastAt: conversations.lastAt,
      ...person,
    })
    .from(programmeConversations)
    .innerJoin(conversations, eq(conversations.id, programmeConversations.conversationId))
    .innerJoin(users, eq(users.id, programmeConversations.userId))
    .where(eq(programmeConversations.programmeId, row.id))
    .orderBy(desc(conversations.lastAt), desc(conversations.id))
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const open = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(inArray(conversations.id, ids), callerCondition(caller)))
  const profiles = await getProfiles(
    db,
    rows.map(({ other }) => other),
  )
  return rows.map(({ id, other, userId, lastAt, ...by }) => ({
    conversationId: id,
    name: shownName(profiles.get(other)?.name ?? ''),
    linkedBy: personName(by),
    lastAt: lastAt?.toISOString() ?? null,
    mayOpen: open.some((each) => each.id === id),
    mayChange: !isProgrammeClosed(row.status) && mayChangeOf(role, userId, caller),
  }))
}

/** Members who are still in the company, managers first. */
export async function loadProgrammeMembers(db: Db, { row }: Pick<OwnProgramme, 'row'>) {
  const rows = await db
    .select({ userId: users.id, role: programmeMembers.role, ...person })
    .from(programmeMembers)
    .innerJoin(users, and(eq(users.id, programmeMembers.userId), eq(users.companyId, row.companyId)))
    .where(and(eq(programmeMembers.programmeId, row.id), eq(users.locked, false)))
    .orderBy(asc(programmeMembers.createdAt), asc(users.id))
  return rows
    .map(({ userId, role, ...name }) => ({ userId, role, name: personName(name) }))
    .toSorted((one, other) => programmeRoles.indexOf(one.role) - programmeRoles.indexOf(other.role))
}

/** What members noted, the newest first. */
async function loadNotes(db: Db, programmeId: number): Promise<Programme['notes']> {
  const rows = await db
    .select({ text: programmeEntries.detail, at: programmeEntries.createdAt, ...person })
    .from(programmeEntries)
    .innerJoin(users, eq(users.id, programmeEntries.userId))
    .where(and(eq(programmeEntries.programmeId, programmeId), eq(programmeEntries.event, 'note')))
    .orderBy(desc(programmeEntries.id))
    .limit(maxNotes)
  return rows.map(({ text, at, ...by }) => ({ by: personName(by), text, at: at.toISOString() }))
}

/** Entries of the programme, and states of the demands and orders that it shows, the newest first. */
async function loadTimeline(
  db: Db,
  programmeId: number,
  { demandRows, orderRows }: Pick<Programme, 'demandRows' | 'orderRows'>,
): Promise<Programme['timeline']> {
  const entries = await db
    .select({
      event: programmeEntries.event,
      text: programmeEntries.detail,
      at: programmeEntries.createdAt,
      ...person,
    })
    .from(programmeEntries)
    .innerJoin(users, eq(users.id, programmeEntries.userId))
    .where(and(eq(programmeEntries.programmeId, programmeId), ne(programmeEntries.event, 'note')))
    .orderBy(desc(programmeEntries.id))
    .limit(maxTimeline)
  const ofDemands = demandRows.map(({ demandId, demandNo, title }) => ({ id: demandId, name: `${demandNo} ${title}` }))
  const ofOrders = orderRows.map(({ orderId, orderNo, title }) => ({ id: orderId, name: `${orderNo} ${title}` }))
  return [
    ...entries.map(({ event, text, at, ...by }) => ({ event, text, at, by: personName(by) })),
    ...(await loadMoves(db, 'demand', ofDemands, demandState)),
    ...(await loadMoves(db, 'order', ofOrders, orderState)),
  ]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, maxTimeline)
    .map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }))
}

/** States that demands or orders moved to, the newest first. */
async function loadMoves(
  db: Db,
  kind: ProgrammeItemKind,
  items: readonly { readonly id: number; readonly name: string }[],
  labelOf: (status: string) => string | undefined,
) {
  const { entity, entityId, toStatus, createdAt: at } = stateChanges
  const names = new Map(items.map(({ id, name }) => [id, name]))
  const moves = await db
    .select({ entityId, toStatus, at, by: companies.name })
    .from(stateChanges)
    .leftJoin(companies, eq(companies.id, stateChanges.companyId))
    .where(and(eq(entity, kind), inArray(entityId, [...names.keys()])))
    // By time, which has no index: ordered by id alone, the history of the whole platform might be read backwards.
    .orderBy(desc(at), desc(stateChanges.id))
    .limit(maxTimeline)
  return moves.flatMap((move) => {
    const state = labelOf(move.toStatus)
    if (state === undefined) return []
    return [{ event: kind, by: move.by ?? '', text: `${names.get(move.entityId) ?? ''}：${state}`, at: move.at }]
  })
}

const orderState = (status: string): string | undefined => {
  const known = orderStatuses.find((each) => each === status)
  return known && orderLabel(known, 'buyer').label
}
const demandState = (status: string): string | undefined => {
  const known = demandStatuses.find((each) => each === status)
  return known && demandLabels[known].label
}
