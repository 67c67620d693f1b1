import { and, asc, eq, like } from 'drizzle-orm'
import { notices, stateChanges } from '../../../../src/db/tables/operations.ts'
import { startApp, type TestApp } from '../../app.ts'
import { signInAs, contentOf, visitor, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'
import { minutes } from './classes.ts'

export let app: TestApp
export let host: Client
export let ops: Client
export let buyer: Client
/** Starts the app with manual reviews and signs everybody in; the test stops it. */
export async function startScene(): Promise<void> {
  app = await startApp({ REVIEW: 'manual' })
  ;[host, ops, buyer] = await Promise.all([signInAs(app, 'seller'), signInAs(app, 'ops'), signInAs(app, 'buyer')])
}

/** Times of a class that starts in `from` minutes. */
export const at = (from: number) => ({
  startsAt: minutes(from).toISOString(),
  endsAt: minutes(from + 60).toISOString(),
})
const base = {
  kind: 'lecture' as const,
  topics: ['cmc' as const],
  summary: '从溶剂到工艺',
  outline: '',
  speaker: '岳明朗',
  speakerTitle: '商务经理',
  speakerAbout: '',
  figure: 'gel' as const,
  capacity: 0,
  replay: true,
}
let made = 0

/** A published class with functions of its host and an operator. */
export async function published() {
  made += 1
  const form = { ...base, ...at(600), title: `晶型筛选第 ${made} 讲` }
  const { classId, version } = contentOf(await host.api.live.classSave(form, { idempotencyKey: newKey() }))
  contentOf(await ops.api.live.classReview({ classId, version, event: 'pass' }))
  const own = async () =>
    contentOf(await host.api.live.hostedClasses({ keyword: form.title })).data.find((row) => row.classId === classId)
  const now = async () => (await own())?.version ?? 0
  const edit = async (change: Partial<typeof form>, of?: number) =>
    host.api.live.classUpdate({ ...form, ...change, classId, version: of ?? (await now()) })
  const judge = async (event: 'pass' | 'reject', reason = '', of?: number) =>
    ops.api.live.classReview({ classId, version: of ?? (await now()), event, reason })
  const seen = async () => contentOf(await visitor(app).api.live.class({ classId }))
  const drop = () => host.api.live.classChangeDelete({ classId })
  const steps = async () =>
    (
      await app.db
        .select({ event: stateChanges.event })
        .from(stateChanges)
        .where(and(eq(stateChanges.entity, 'liveClass'), eq(stateChanges.entityId, classId)))
        .orderBy(asc(stateChanges.id))
    )
      .map(({ event }) => event)
      .slice(2)
  const told = async (event: 'class.moved' | 'class.reviewed') =>
    (
      await app.db
        .select({ title: notices.title })
        .from(notices)
        .where(and(eq(notices.event, event), like(notices.title, `%${form.title}%`)))
        .orderBy(asc(notices.id))
    ).map(({ title }) => title)
  const waiting = async () =>
    contentOf(await ops.api.live.classReviews({ status: 'pending_review', keyword: form.title })).total
  return { classId, form, own, edit, judge, seen, drop, steps, told, waiting }
}
