import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ComplaintCase, ComplaintRow, complaintsCalls } from '../../../contract/operations/complaints.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { complaints as table } from '../../../db/tables/moderation.ts'
import { files } from '../../../db/tables/operations.ts'
import {
  isComplaintInReview,
  isComplaintOpen,
  isComplaintWaiting,
  offenceMonths,
  takenHours,
} from '../../../domain/operations/complaints.ts'
import type { Caller, Handler } from '../../handler.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { historyOf } from '../../platform/history/histories.ts'
import { findComplaintSubject } from './complaint-subjects.ts'

export type Complaint = typeof table.$inferSelect

const owners = alias(companies, 'owners')
const people = alias(users, 'people')
const takers = alias(users, 'takers')
const isRecent = gt(table.decidedAt, sql`now() - ${`${offenceMonths} months`}::interval`)

/** Condition: complaints against the owner of a row of another `complaints`. */
const ownerKey = sql<string>`case when ${table.ownerCompanyId} is not null then 'c' || ${table.ownerCompanyId}
  else 'u' || ${table.ownerUserId} end`

const rowColumns = { row: table, companyName: owners.name, personName: people.loginName, takenBy: takers.loginName }
const selectRows = (db: Db) =>
  db
    .select(rowColumns)
    .from(table)
    .leftJoin(owners, eq(owners.id, table.ownerCompanyId))
    .leftJoin(people, eq(people.id, table.ownerUserId))
    .leftJoin(takers, eq(takers.id, table.takenBy))

type LoadedRow = Awaited<ReturnType<typeof selectRows>>[number]

const keyOf = ({ ownerCompanyId, ownerUserId }: Complaint): string =>
  ownerCompanyId === null ? `u${ownerUserId}` : `c${ownerCompanyId}`
const subjectKeyOf = ({ kind, subjectId }: Complaint): string => `${kind} ${subjectId}`

/** Condition: complaints against any of the owners. */
function againstOwners(rows: readonly Complaint[]): SQL | undefined {
  const companyIds = rows.flatMap(({ ownerCompanyId }) => ownerCompanyId ?? [])
  const userIds = rows.flatMap((row) => (row.ownerCompanyId === null ? (row.ownerUserId ?? []) : []))
  return or(
    companyIds.length === 0 ? undefined : inArray(table.ownerCompanyId, companyIds),
    userIds.length === 0 ? undefined : and(isNull(table.ownerCompanyId), inArray(table.ownerUserId, userIds)),
  )
}

/** Rows with the number of reports about the same subject and of upheld ones against the same owner: two queries. */
async function presentRows(db: Db, caller: Caller, loaded: readonly LoadedRow[]): Promise<ComplaintRow[]> {
  const rows = loaded.map(({ row }) => row)
  const against = againstOwners(rows)
  const upheld =
    against === undefined
      ? []
      : await db
          .select({ key: ownerKey, count: count() })
          .from(table)
          .where(and(against, eq(table.status, 'upheld'), isRecent))
          .groupBy(ownerKey)
  const reported =
    rows.length === 0
      ? []
      : await db
          .select({ kind: table.kind, subjectId: table.subjectId, count: count() })
          .from(table)
          .where(
            and(
              inArray(
                table.subjectId,
                rows.map(({ subjectId }) => subjectId),
              ),
              isNull(table.decidedAt),
            ),
          )
          .groupBy(table.kind, table.subjectId)
  const offences = new Map(upheld.map((each) => [each.key, each.count]))
  const reports = new Map(reported.map((each) => [`${each.kind} ${each.subjectId}`, each.count]))
  return loaded.map(({ row, companyName, personName, takenBy }) => ({
    complaintId: row.id,
    kind: row.kind,
    title: row.title,
    ownerName: companyName ?? personName ?? '',
    reason: row.reason,
    words: row.words,
    isAutomatic: row.reporterUserId === null,
    status: row.status,
    takenBy: takenBy ?? '',
    isMine: row.takenBy === caller.userId,
    reports: reports.get(subjectKeyOf(row)) ?? 0,
    offences: offences.get(keyOf(row)) ?? 0,
    createdAt: row.createdAt.toISOString(),
  }))
}

export const complaints: Handler<typeof complaintsCalls.complaints> = async (input, { db, caller }) => {
  const { status, kind, current, pageSize } = input
  const ofKind = kind && eq(table.kind, kind)
  const where = and(ofKind, status && eq(table.status, status))
  const counted = await db
    .select({ status: table.status, count: count() })
    .from(table)
    .where(ofKind)
    .groupBy(table.status)
  const counts = { open: 0, in_review: 0, upheld: 0, rejected: 0 }
  for (const each of counted) counts[each.status] = each.count
  const loaded = await selectRows(db)
    .where(where)
    .orderBy(sql`${table.decidedAt} is not null`, desc(table.decidedAt), asc(table.createdAt), asc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const total = status === undefined ? Object.values(counts).reduce((sum, each) => sum + each, 0) : counts[status]
  return { total, counts, data: await presentRows(db, caller, loaded) }
}

/** A complaint by id. Throws notFound, and ownCompany for one that concerns the operator's own company. */
export function assertNotConcerned(row: Complaint, { userId, companyId }: Caller): void {
  const isOwn =
    (companyId !== null && [row.ownerCompanyId, row.reporterCompanyId].includes(companyId)) ||
    [row.ownerUserId, row.reporterUserId].includes(userId)
  if (isOwn) throw new CallFailed('ownCompany')
}

/** Whether another operator has held it for so long that it may be returned to the queue. */
export const isTakenTooLong = ({ takenAt }: Complaint): boolean =>
  takenAt !== null && takenAt.getTime() < Date.now() - takenHours * 3_600_000

const maxEarlier = 50

/** A case as operators read it. */
export async function loadComplaintCase(db: Db, caller: Caller, complaintId: number): Promise<ComplaintCase> {
  const [loaded] = await selectRows(db).where(eq(table.id, complaintId))
  if (loaded === undefined) throw new CallFailed('notFound')
  const { row } = loaded
  assertNotConcerned(row, caller)
  const [line] = await presentRows(db, caller, [loaded])
  if (line === undefined) throw new CallFailed('notFound')
  const subject = await findComplaintSubject(db, row.kind, row.subjectId)
  const against = againstOwners([row])
  const earlier =
    against === undefined
      ? []
      : await db
          .select()
          .from(table)
          .where(
            and(
              against,
              ne(table.id, row.id),
              gt(table.createdAt, sql`now() - ${`${offenceMonths} months`}::interval`),
            ),
          )
          .orderBy(desc(table.createdAt), desc(table.id))
          .limit(maxEarlier)
  const [reporter] =
    row.reporterUserId === null
      ? []
      : await db
          .select({ name: users.loginName, companyName: companies.name })
          .from(users)
          .leftJoin(companies, eq(companies.id, row.reporterCompanyId ?? 0))
          .where(eq(users.id, row.reporterUserId))
  const uploads = row.fileIds.length === 0 ? [] : await db.select().from(files).where(inArray(files.id, row.fileIds))
  const { status } = row
  const mayDecide = isComplaintInReview(status) && line.isMine
  return {
    ...line,
    text: row.text,
    files: uploads.map((file) => ({ fileId: file.id, name: file.name, size: file.size, url: fileUrl(file) })),
    subject:
      subject === undefined
        ? null
        : {
            text: subject.text,
            state: subject.state,
            path: subject.isShown && row.kind !== 'message' ? subject.path : null,
            record: subject.record,
          },
    ownerCompanyId: row.ownerCompanyId,
    ownerUserId: row.ownerUserId,
    reporterName: reporter?.name ?? '',
    reporterCompanyName: reporter?.companyName ?? '',
    excerpt: [...row.excerpt],
    takenAt: row.takenAt?.toISOString() ?? null,
    mayTake: isComplaintOpen(status),
    mayRelease: isComplaintInReview(status) && (line.isMine || isTakenTooLong(row)),
    mayDecide,
    actions: mayDecide ? [...(subject?.actions ?? ['warn' as const])] : [],
    action: row.action,
    decision: row.decision,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    earlier: earlier.map((each) => ({
      complaintId: each.id,
      kind: each.kind,
      title: each.title,
      reason: each.reason,
      status: each.status,
      action: each.action,
      createdAt: each.createdAt.toISOString(),
      decidedAt: each.decidedAt?.toISOString() ?? null,
    })),
    history: await historyOf(db, 'complaint', row.id, undefined, () => '平台'),
  }
}

export const complaint: Handler<typeof complaintsCalls.complaint> = ({ complaintId }, { db, caller }) =>
  loadComplaintCase(db, caller, complaintId)

export const offenders: Handler<typeof complaintsCalls.offenders> = async ({ current, pageSize }, { db }) => {
  const isUpheld = and(eq(table.status, 'upheld'), isRecent)
  const hasOwner = or(isNotNull(table.ownerCompanyId), isNotNull(table.ownerUserId))
  const upheld = sql<number>`(count(*) filter (where ${isUpheld}))::int`
  const grouped = db
    .select({
      key: ownerKey.as('owner_key'),
      companyId: table.ownerCompanyId,
      userId: sql<number | null>`max(case when ${table.ownerCompanyId} is null then ${table.ownerUserId} end)`.as(
        'person_id',
      ),
      upheld: upheld.as('upheld'),
      waiting: sql<number>`(count(*) filter (where ${table.decidedAt} is null))::int`.as('waiting'),
      lastAt: sql<Date>`max(${table.decidedAt}) filter (where ${isUpheld})`.mapWith(table.decidedAt).as('last_at'),
    })
    .from(table)
    .where(hasOwner)
    .groupBy(ownerKey, table.ownerCompanyId)
    .having(sql`${upheld} > 0`)
    .as('grouped')
  const [counted] = await db.select({ total: count() }).from(grouped)
  const rows = await db
    .select({
      companyId: grouped.companyId,
      userId: grouped.userId,
      upheld: grouped.upheld,
      waiting: grouped.waiting,
      lastAt: grouped.lastAt,
      companyName: owners.name,
      personName: people.loginName,
    })
    .from(grouped)
    .leftJoin(owners, eq(owners.id, grouped.companyId))
    .leftJoin(people, eq(people.id, grouped.userId))
    .orderBy(desc(grouped.upheld), desc(grouped.lastAt), asc(grouped.key))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: counted?.total ?? 0,
    data: rows.map(({ companyId, userId, upheld, waiting, lastAt, companyName, personName }) => ({
      companyId,
      userId,
      upheld,
      waiting,
      name: companyName ?? personName ?? '',
      lastAt: lastAt.toISOString(),
    })),
  }
}

/** Whether an operator may open a file: evidence of a complaint. */
export async function canOpenComplaintFile(db: Db, fileId: string, caller: Caller): Promise<boolean> {
  if (!caller.operatorPermissions.has('moderate')) return false
  const [row] = await db
    .select({ id: table.id })
    .from(table)
    .where(sql`${table.fileIds} @> array[${fileId}]::text[]`)
    .limit(1)
  return row !== undefined
}

/** Whether a case still waits, for the messages of a refused step. */
export const isWaiting = ({ status }: Complaint): boolean => isComplaintWaiting(status)
