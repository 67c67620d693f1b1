import { expect, test } from 'vitest'
import { newKey } from '../../support/sentinels.ts'
import { startAppForTest } from '../../support/app.ts'
import { signInAs, contentOf } from '../../support/client.ts'
import { readyContent } from '../ready.ts'
import { signedIn } from '../demands/signed-in.ts'

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const form = {
  kind: 'lecture' as const,
  topics: ['cmc' as const],
  title: '结晶工艺放大',
  summary: '从小试到中试',
  outline: '',
  speaker: '岳明朗',
  speakerTitle: '商务经理',
  speakerAbout: '',
  figure: 'gel' as const,
  startsAt: at(48),
  endsAt: at(49),
  capacity: 0,
  replay: true,
}

test('the host’s form loads the pending change, replaces it, and deletes it', async () => {
  const app = await startAppForTest({ REVIEW: 'manual' })
  const [host, ops] = [await signInAs(app, 'seller'), await signInAs(app, 'ops')]
  const { classId, version } = contentOf(await host.api.live.classSave(form, { idempotencyKey: newKey() }))
  contentOf(await ops.api.live.classReview({ classId, version, event: 'pass' }))
  const page = await signedIn('seller', '', app)
  const [editor, list] = [
    await import('../../../src/stores/live/hosted-classes.ts'),
    await import('../../../src/stores/live/hosted-classes.ts'),
  ]
  list.hostedClasses.start()
  await list.hostedClasses.load()
  const row = () => {
    const found = readyContent(list.hostedClasses.state.get()).data.find((each) => each.classId === classId)
    if (found === undefined) throw new Error('It is not listed')
    return found
  }
  editor.openClassForm(row(), 1)
  editor.liveClassForm.set('summary', '含三个案例')
  expect(await editor.submitClassForm()).toMatchObject({ status: 'published', changeWaits: true })
  await list.hostedClasses.load()
  expect(row()).toMatchObject({ summary: form.summary, change: { status: 'pending_review', summary: '含三个案例' } })
  editor.openClassForm(row(), 1)
  expect(editor.liveClassForm.values.get()?.summary).toBe('含三个案例')
  editor.liveClassForm.set('summary', '含四个案例')
  page.network.cut = true
  expect(await editor.submitClassForm()).toBeUndefined()
  expect(editor.liveClassForm.values.get()?.summary).toBe('含四个案例')
  page.network.cut = false
  expect(await editor.submitClassForm()).toMatchObject({ changeWaits: true })
  await list.hostedClasses.load()
  expect((await list.discardClassChange(classId)).ok).toBe(true)
  expect(row().change).toBeNull()
  editor.openClassForm(row(), 1)
  expect(editor.liveClassForm.values.get()?.summary).toBe(form.summary)
}, 60_000)
