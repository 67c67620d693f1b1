import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { demandStatuses, publicDemandStatuses } from '../../../src/domain/demands/demand-states.ts'
import { links } from '../../../src/domain/links.ts'
import { createMessageContent as cardOf } from '../../../src/server/chat/link-previews.ts'
import { openDemand } from '../../support/scenes/demands/demand.ts'
import { origin, startAppForTest } from '../../support/app.ts'
import { signInAs } from '../../support/client.ts'

test('a demand becomes a card while it is public, without confidential parts', async () => {
  const app = await startAppForTest()
  const demandId = await openDemand(app, await signInAs(app, 'buyer'), {
    demandTitle: '卡片上的需求',
    demandBudget: null,
    sealedOnly: true,
    confidentialText: '代号云雀',
  })
  const text = `请看 ${origin}${links.demandDetail(demandId)}`
  const card = () => cardOf(app.db, text, { siteUrl: origin, siteOrigins: [] })
  const shown = await card()
  expect(shown).toMatchObject({ status: 'demand', title: '卡片上的需求', price: '预算：议价', tag: '需求' })
  expect(JSON.stringify(shown)).not.toContain('云雀')
  for (const status of demandStatuses) {
    await app.db.update(demands).set({ status }).where(eq(demands.id, demandId))
    const isPublic = publicDemandStatuses.some((each) => each === status)
    expect((await card()).status, status).toBe(isPublic ? 'demand' : 'text')
  }
  await app.db.update(demands).set({ status: 'open', deletedAt: new Date() }).where(eq(demands.id, demandId))
  expect((await card()).status).toBe('text')
})
