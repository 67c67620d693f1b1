import { and, desc, eq, gte, ilike, lt, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { PlatformAction, platformActionsCalls } from '../../contract/operations/platform-actions.ts'
import type { Db } from '../../db/open.ts'
import { companies, users } from '../../db/tables/accounts.ts'
import { platformActions } from '../../db/tables/operations.ts'
import { actionSubjectLabels } from '../../domain/operations/action-subjects.ts'
import { date, dateTime } from '../../domain/time.ts'
import type { Handler } from '../handler.ts'
import { saveGeneratedSheet } from '../platform/files/generated-files.ts'
import { createWorkbook } from '../platform/workbooks/create-workbook.ts'
import { likePattern } from '../search/like-pattern.ts'

type Conditions = z.output<typeof platformActionsCalls.platformActionsSheet.input>

/** First moment of a day in Shanghai. */
const startOf = (day: string) => new Date(`${day}T00:00:00+08:00`)
const dayMs = 24 * 3_600_000

function conditionOf({ keyword, subjectKind, subjectId, companyId, operatorId, from, until }: Conditions) {
  return and(
    keyword === ''
      ? undefined
      : or(ilike(platformActions.detail, likePattern(keyword)), eq(platformActions.operatorName, keyword)),
    subjectKind && eq(platformActions.subjectKind, subjectKind),
    subjectId === undefined ? undefined : eq(platformActions.subjectId, subjectId),
    companyId === undefined ? undefined : eq(platformActions.companyId, companyId),
    operatorId === undefined ? undefined : eq(platformActions.operatorId, operatorId),
    from === undefined ? undefined : gte(platformActions.createdAt, startOf(from)),
    until === undefined ? undefined : lt(platformActions.createdAt, new Date(startOf(until).getTime() + dayMs)),
  )
}

/** Rows before a place of the chain, newest first. */
async function loadActions(db: Db, conditions: Conditions, before: number | undefined, limit: number) {
  const rows = await db
    .select({ row: platformActions, realName: users.realName, companyName: companies.name })
    .from(platformActions)
    .leftJoin(users, eq(users.id, platformActions.operatorId))
    .leftJoin(companies, eq(companies.id, platformActions.companyId))
    .where(and(conditionOf(conditions), before === undefined ? undefined : lt(platformActions.seq, before)))
    .orderBy(desc(platformActions.seq))
    .limit(limit)
  return rows.map(({ row, realName, companyName }): PlatformAction => {
    const { seq, operatorName, action, detail, reason, subjectKind, subjectId, companyId, ip, input, hash } = row
    return {
      seq,
      operatorName,
      action,
      detail,
      reason,
      companyId,
      ip,
      input,
      hash,
      at: row.createdAt.toISOString(),
      realName: realName ?? '',
      companyName: companyName ?? '',
      subject: subjectKind === null || subjectId === null ? null : { kind: subjectKind, id: subjectId },
    }
  })
}

export const platformActionList: Handler<typeof platformActionsCalls.platformActions> = async (input, { db }) => {
  const { before, pageSize, ...conditions } = input
  const rows = await loadActions(db, conditions, before, pageSize + 1)
  const data = rows.slice(0, pageSize)
  return { data, next: rows.length > pageSize ? (data.at(-1)?.seq ?? null) : null }
}

export const platformActionsVerify: Handler<typeof platformActionsCalls.platformActionsVerify> = async (
  _input,
  { db },
) => {
  const chain = db.$with('chain').as(
    db
      .select({
        seq: platformActions.seq,
        hash: platformActions.hash,
        follows:
          sql<boolean>`${platformActions.prevHash} = lag(${platformActions.hash}, 1, '') over (order by ${platformActions.seq})
          and ${platformActions.seq} = row_number() over (order by ${platformActions.seq})
          and ${platformActions.hash} = platform_action_hash(${platformActions})`.as('follows'),
      })
      .from(platformActions),
  )
  const [found] = await db
    .with(chain)
    .select({
      rows: sql<number>`count(*)::int`,
      broken: sql<number | null>`min(${chain.seq}) filter (where not ${chain.follows})`,
      lastHash: sql<string | null>`(array_agg(${chain.hash} order by ${chain.seq} desc))[1]`,
    })
    .from(chain)
  return { rows: found?.rows ?? 0, broken: found?.broken ?? null, lastHash: found?.lastHash ?? '' }
}

const maxRows = 10_000
const columns: readonly (readonly [head: string, width: number])[] = [
  ['序号', 10],
  ['时间', 20],
  ['运营人员', 16],
  ['操作', 20],
  ['对象', 40],
  ['分类', 12],
  ['企业', 28],
  ['原因', 40],
  ['地址', 18],
  ['校验值', 68],
]

export const platformActionsSheet: Handler<typeof platformActionsCalls.platformActionsSheet> = async (
  conditions,
  context,
) => {
  const { db, caller, note } = context
  const found = await loadActions(db, conditions, undefined, maxRows + 1)
  const shown = found.slice(0, maxRows)
  const bytes = await createWorkbook(
    [
      {
        sheet: '操作记录',
        head: columns.map(([head]) => head),
        widths: columns.map(([, width]) => width),
        rows: shown.map((row) => [
          String(row.seq),
          dateTime(row.at),
          row.realName || row.operatorName,
          row.action,
          row.detail,
          row.subject === null ? '' : actionSubjectLabels[row.subject.kind],
          row.companyName,
          row.reason,
          row.ip,
          row.hash,
        ]),
      },
    ],
    String(caller.userId),
  )
  note(`${shown.length} 条`)
  const saved = await saveGeneratedSheet(context, caller, `操作记录 ${date(new Date().toISOString())}`, bytes)
  return { ...saved, rows: shown.length, more: found.length > maxRows }
}
