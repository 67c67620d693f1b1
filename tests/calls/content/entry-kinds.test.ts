import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parks } from '../../../src/db/tables/drug.ts'
import type { TestApp } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { editors, forms, rewrite, step, write } from '../../support/scenes/content/entry.ts'

let app: TestApp
let ops: Client
let second: Client
let everyone: Client
beforeAll(async () => {
  ;({ app, ops, second, everyone } = await editors())
})
afterAll(() => app.close())

describe('a project', () => {
  const companies = () => signInAs(app, 'buyer')
  test('is visible to companies once published, can end early, and then takes no declaration', async () => {
    const buyer = await companies()
    const made = contentOf(await write(ops, forms.project()))
    const projectId = made.entryId
    const shown = () => buyer.api.projects.govProject({ projectId })
    expect(failureOf(await shown())).toBe('notFound')
    expect(await step(ops, 'project', made, 'close').then(failureOf)).toBe('stepNotAllowed')
    const out = contentOf(await step(ops, 'project', made, 'publish'))
    expect(contentOf(await shown()).phase).toBe('open')
    const draft = contentOf(
      await buyer.api.projects.projectDeclare({ projectId, title: '草稿' }, { idempotencyKey: newKey() }),
    )
    const closed = contentOf(await step(ops, 'project', out, 'close'))
    expect(contentOf(await shown()).phase).toBe('over')
    expect(await step(ops, 'project', closed, 'close').then(failureOf)).toBe('stepNotAllowed')
    contentOf(await step(ops, 'project', closed, 'withdraw'))
    expect(failureOf(await shown())).toBe('notFound')
    const { declarationId } = draft
    const update = await buyer.api.projects.projectUpdate({ declarationId, version: 1, title: '再改', submit: true })
    expect(failureOf(update)).toBe('declarationClosed')
    expect(contentOf(await buyer.api.projects.projectDetail({ declarationId })).projectTitle).toBe('场景专项')
  })

  test('must end after it begins', async () => {
    const { startsAt } = forms.project()
    expect(fieldsWithErrors(await write(ops, forms.project({ deadline: startsAt })))).toEqual(['form.deadline'])
  })
})

describe('the digital store', () => {
  test('an application and a solution are created, and a use keeps its URL', async () => {
    const made = contentOf(await write(ops, forms.app(), true))
    const solution = contentOf(await write(ops, forms.solution(made.entryId), true))
    const shown = async () => contentOf(await everyone.api.content.digitalSolution({ solutionId: solution.entryId }))
    const [use] = (await shown()).uses
    expect(use).toMatchObject({ title: '登记', app: { appId: made.entryId, name: '场景样品管理' } })
    const uses = forms
      .solution(made.entryId)
      .uses.map((each) => ({ ...each, useId: use?.useId ?? null, title: '收样' }))
    contentOf(await rewrite(ops, solution, forms.solution(made.entryId, { uses })))
    expect((await shown()).uses.map(({ useId, title }) => [useId, title])).toEqual([[use?.useId, '收样']])
    contentOf(await step(ops, 'app', made, 'withdraw'))
    expect((await shown()).uses).toEqual([])
    expect(failureOf(await everyone.api.content.digitalApp({ appId: made.entryId }))).toBe('notFound')
    const useId = use?.useId ?? 0
    expect(failureOf(await everyone.api.content.digitalSolutionApp({ useId }))).toBe('notFound')
    expect(fieldsWithErrors(await write(ops, forms.solution(missingId)))).toEqual(['form.uses.0.appId'])
  })
})

describe('parks and policies', () => {
  test('a park names policies, of which only published ones are shown', async () => {
    const policy = contentOf(await write(ops, forms.policy(), true))
    const park = contentOf(await write(ops, forms.park({ policyIds: [policy.entryId] }), true))
    const shown = async () => contentOf(await everyone.api.content.park({ parkId: park.entryId }))
    expect((await shown()).policies.map(({ policyId }) => policyId)).toEqual([policy.entryId])
    contentOf(await step(ops, 'policy', policy, 'withdraw'))
    expect((await shown()).policies).toEqual([])
    expect((await shown()).policyCount).toBe(0)
    expect(fieldsWithErrors(await write(ops, forms.park({ policyIds: [missingId] })))).toEqual(['form.policyIds'])
    expect(fieldsWithErrors(await write(ops, forms.park({ districtCode: '999999' })))).toEqual(['form.districtCode'])
    expect(fieldsWithErrors(await write(ops, forms.park({ areaFree: 2000, rentLow: 100, rentHigh: 50 })))).toEqual([
      'form.areaFree',
      'form.rentHigh',
    ])
  })

  test('rejects a picture without upload; one in the gallery stays, whoever saves', async () => {
    const foreign = { fileId: 'A'.repeat(22), name: 'x.png', caption: '大门' }
    expect(fieldsWithErrors(await write(ops, forms.park({ gallery: [foreign] })))).toEqual(['form.gallery.0'])
    const park = contentOf(await write(ops, forms.park(), true))
    await app.db
      .update(parks)
      .set({ gallery: [foreign] })
      .where(eq(parks.id, park.entryId))
    contentOf(await rewrite(second, park, forms.park({ name: '改名园区', gallery: [{ ...foreign, caption: '正门' }] })))
    const { gallery } = contentOf(await everyone.api.content.park({ parkId: park.entryId }))
    const url = `/files/${foreign.fileId}/x.png`
    expect(gallery).toEqual([{ view: null, url, caption: '正门' }])
    const { data } = contentOf(await everyone.api.content.parks({ keyword: '改名园区' }))
    expect(data).toMatchObject([{ parkId: park.entryId, coverUrl: url }])
  })
})
