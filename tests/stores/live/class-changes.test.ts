import { expect, test } from 'vitest'
import { newKey } from '../../support/sentinels.ts'
import { startAppForTest } from '../../support/app.ts'
import { as, contentOf } from '../../support/client.ts'
import { ready } from '../ready.ts'
import { signedIn } from '../demands/signed-in.ts'

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const form = {
  ...{ kind: 'lecture' as const, topics: ['cmc' as const], title: '结晶工艺放大', summary: '从小试到中试' },
  ...{ outline: '', speaker: '岳明朗', speakerTitle: '商务经理', speakerAbout: '', figure: 'gel' as const },
  ...{ startsAt: at(48), endsAt: at(49), capacity: 0, replay: true },
}

test('the host’s form opens on the change that waits, replaces it, and gives it up', async () => {
  const app = await startAppForTest({ REVIEW: 'manual' })
  const [host, ops] = [await as(app, 'seller'), await as(app, 'ops')]
  const { classId, version } = contentOf(await host.api.live.classSave(form, { idempotencyKey: newKey() }))
  contentOf(await ops.api.live.classReview({ classId, version, event: 'pass' }))
  const page = await signedIn('seller', '', app)
  const [editor, list] = [
    await import('../../../src/stores/live/class-form.ts'),
    await import('../../../src/stores/live/hosted.ts'),
  ]
  list.hosted.start()
  await list.hosted.load()
  const row = () => {
    const found = ready(list.hosted.state.get()).data.find((each) => each.classId === classId)
    if (found === undefined) throw new Error('It is not listed')
    return found
  }
  editor.open(row(), 1)
  editor.form.set('summary', '含三个案例')
  expect(await editor.submit()).toMatchObject({ status: 'published', changeWaits: true })
  await list.hosted.load()
  expect(row()).toMatchObject({ summary: form.summary, change: { status: 'pending_review', summary: '含三个案例' } })
  editor.open(row(), 1)
  expect(editor.form.values.get()?.summary).toBe('含三个案例')
  editor.form.set('summary', '含四个案例')
  page.line.cut = true
  expect(await editor.submit()).toBeUndefined()
  expect(editor.form.values.get()?.summary).toBe('含四个案例')
  page.line.cut = false
  expect(await editor.submit()).toMatchObject({ changeWaits: true })
  await list.hosted.load()
  expect((await list.dropChange(classId)).ok).toBe(true)
  expect(row().change).toBeNull()
  editor.open(row(), 1)
  expect(editor.form.values.get()?.summary).toBe(form.summary)
}, 60_000)
