import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../src/contract/envelope.ts'
import type { Permission } from '../../../src/domain/accounts/permissions.ts'
import { signInAs, contentOf, failureOf, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let without: Client
let held: Client
beforeAll(async () => {
  const seller = await signInAs(app, 'seller')
  const others = [
    'my_orders',
    'my_requirement',
    'my_supply',
    'order_manage',
    'goods_manage',
    'org_service_manage',
    'corporate_show',
    'corporate_credit',
    'declaration_query',
    'role_manage',
  ] as const satisfies readonly Permission[]
  const gates = ['apply_manage', 'meeting', 'page_manage', 'project_manage', 'statistics_page', 'database'] as const
  without = (await colleague(app, seller, others)).client
  held = (await colleague(app, seller, [...others, ...gates, 'page_control'])).client
})

const key = () => ({ idempotencyKey: newKey() })
/** A call for each permission, with input that is refused for other reasons once permitted. */
const gated: readonly (readonly [Permission, (client: Client) => Promise<Answer<unknown>>])[] = [
  ['apply_manage', ({ api }) => api.shops.shopQualificationDelete({ qualificationId: missingId })],
  ['meeting', ({ api }) => api.live.hostedClasses({})],
  ['page_manage', ({ api }) => api.shops.shopPictures({})],
  ['project_manage', ({ api }) => api.projects.projectDeclare({ projectId: missingId, title: '试' }, key())],
  ['project_manage', ({ api }) => api.projects.projectCancel({ declarationId: missingId })],
  ['page_control', ({ api }) => api.accounts.orgInfoPermissionSet({})],
  ['database', ({ api }) => api.orders.buyerOrdersSheet({})],
  ['database', ({ api }) => api.orders.sellerOrdersSheet({})],
  ['database', ({ api }) => api.demands.demandsSheet({})],
  ['database', ({ api }) => api.catalogue.listingExport({ kind: 'product' })],
]

test.each(gated)('%s is needed, whatever else somebody may (%#)', async (_right, call) => {
  expect(failureOf(await call(without))).toBe('forbidden')
  const answer = await call(held)
  if (!answer.ok) expect(failureOf(answer)).toBe('notFound')
})

test('database alone permits nothing: an export also needs the permission for its content', async () => {
  const { client } = await colleague(app, await signInAs(app, 'seller'), ['database'])
  for (const answer of [await client.api.orders.sellerOrdersSheet({}), await client.api.demands.demandsSheet({})])
    expect(failureOf(answer)).toBe('forbidden')
  expect(failureOf(await client.api.catalogue.listingExport({ kind: 'service' }))).toBe('forbidden')
})

test('statistics_page permits the statistics of both dashboards; open tasks are visible without it', async () => {
  for (const desk of ['buyerDashboard', 'sellerDashboard'] as const) {
    const [bare, whole] = [contentOf(await without.api.orders[desk]({})), contentOf(await held.api.orders[desk]({}))]
    expect(bare.figures, desk).toEqual([])
    expect(whole.figures.length, desk).toBeGreaterThan(0)
    expect(bare.todos, desk).toEqual(whole.todos)
  }
})
