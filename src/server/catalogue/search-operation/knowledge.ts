import { and, desc, eq } from 'drizzle-orm'
import type { searchOperationCalls } from '../../../contract/catalogue/search-operation.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { searchKnowledge as table } from '../../../db/tables/search.ts'
import { isCas } from '../../../domain/catalogue/cas.ts'
import type { KnowledgeChange, KnowledgeRow } from '../../../domain/search/knowledge.ts'
import type { Handler } from '../../handler.ts'
import { fileKnowledge, knowledgeKey, knowledgeRowKey } from '../../search/knowledge.ts'
import { knowledgeTag, readKnowledgeChanges } from '../../search/load-knowledge.ts'
import { previewKnowledge } from './preview.ts'

export const searchKnowledge: Handler<typeof searchOperationCalls.searchKnowledge> = async (input, { db }) => {
  const { relation, keyword, current, pageSize } = input
  const changed = await db
    .select({ row: table, updatedBy: users.loginName })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .orderBy(desc(table.updatedAt), desc(table.id))
  const replaced = new Set(changed.map(({ row }) => knowledgeRowKey(row)))
  const part = knowledgeKey(keyword)
  const all = [
    ...changed.map(({ row, updatedBy }) => ({ ...row, updatedAt: row.updatedAt.toISOString(), updatedBy })),
    ...fileKnowledge()
      .filter((row) => !replaced.has(knowledgeRowKey(row)))
      .map((row) => ({ ...row, isOff: false, version: 0, updatedAt: null, updatedBy: '' })),
  ].filter(
    (row) =>
      (relation === undefined || row.relation === relation) &&
      (part === '' || [row.term, ...row.others].some((name) => knowledgeKey(name).includes(part))),
  )
  return {
    total: all.length,
    data: all
      .slice((current - 1) * pageSize, current * pageSize)
      .map(({ relation: of, term, others, isOff, version, updatedAt, updatedBy }) => ({
        relation: of,
        term,
        others: [...others],
        isOff,
        version,
        updatedAt,
        updatedBy,
      })),
  }
}

/** A change as it is saved: no name twice, none equal to the term, a compound by its CAS number. */
function checkedChange({ relation, term, others, isOff }: KnowledgeChange): KnowledgeChange {
  if (relation === 'compound' && !isCas(term)) throw fieldFailed({ field: 'term', message: '请填写有效的 CAS 号' })
  if (knowledgeKey(term).length < 2) throw fieldFailed({ field: 'term', message: '至少两个字' })
  if ([term, ...others].some((name) => name.includes('|')))
    throw fieldFailed({ field: 'others', message: '不能包含“|”，每行填写一个' })
  const names = new Map(others.map((name) => [knowledgeKey(name), name]))
  names.delete(knowledgeKey(term))
  if (names.size === 0) throw fieldFailed({ field: 'others', message: '请填写与词本身不同的写法' })
  return { relation, term, others: [...names.values()], isOff }
}

/** The line that a change takes the place of: as changed before, or of the files. */
async function previousRow(db: Db, change: KnowledgeChange): Promise<KnowledgeRow | undefined> {
  const key = knowledgeRowKey(change)
  const changes = await readKnowledgeChanges(db)
  return [...changes, ...fileKnowledge()].find((row) => knowledgeRowKey(row) === key)
}

/** Names of a line in documents; described needs stand in none. */
const namesOf = (row: KnowledgeRow | undefined) =>
  row === undefined || row.relation === 'need' ? [] : [row.term, ...row.others]

export const searchKnowledgePreview: Handler<typeof searchOperationCalls.searchKnowledgePreview> = async (
  input,
  context,
) => {
  const change = checkedChange(input)
  return previewKnowledge(context, change, [...namesOf(await previousRow(context.db, change)), ...namesOf(change)])
}

export const searchKnowledgeSave: Handler<typeof searchOperationCalls.searchKnowledgeSave> = async (input, context) => {
  const { caller, db, after, jobs, note, pages } = context
  const { version } = input
  const change = checkedChange(input)
  const touched = [...new Set([...namesOf(await previousRow(db, change)), ...namesOf(change)])]
  note(`${change.term}：${change.others.join('、')}${change.isOff ? '（停用）' : ''}`.slice(0, 200))
  const key = knowledgeKey(change.term)
  const columns = {
    term: change.term,
    others: [...change.others],
    isOff: change.isOff,
    userId: caller.userId,
    updatedAt: new Date(),
  }
  const knowledgeId = await db.transaction(async (tx) => {
    const same = and(eq(table.relation, change.relation), eq(table.key, key))
    const [known] = await tx.select().from(table).where(same).for('update')
    if ((known?.version ?? 0) !== version) throw new CallFailed('conflict')
    if (known === undefined) {
      const [made] = await tx
        .insert(table)
        .values({ ...columns, relation: change.relation, key, touched })
        .onConflictDoNothing()
        .returning({ id: table.id })
      if (made === undefined) throw new CallFailed('conflict')
      return made.id
    }
    await tx
      .update(table)
      .set({ ...columns, version: version + 1, touched: [...new Set([...known.touched, ...touched])] })
      .where(eq(table.id, known.id))
    return known.id
  })
  after(() => {
    pages.invalidate([knowledgeTag])
    return jobs.wake('catalogue-knowledge')
  })
  return { knowledgeId }
}
