import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { contentOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { statementsOf } from '../../support/query-count.ts'
import { companyOf, ref } from '../../support/scenes/orders/cart.ts'
import { addressOf, othersGoods, submitted } from '../../support/scenes/orders/checkout.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')

test('adding to the cart is the lookup of the session and one statement', async () => {
  const [spec] = await othersGoods(app, 'buyer')
  if (spec === undefined) throw new Error('Nothing is sold')
  const statements = await statementsOf(() =>
    buyer.api.orders.cartJoin({ ...ref(spec), quantity: spec.minOrder }).then(contentOf),
  )
  expect(statements).toHaveLength(2)
})

test('an order of one product is ten statements in its transaction and the lookup of the session', async () => {
  // Whoever has blocked suppliers pays one statement more.
  const id = await companyOf(app, 'buyer')
  await app.db.update(companies).set({ blockedSuppliers: 0 }).where(eq(companies.id, id))
  await addressOf(app, buyer, 'buyer')
  const [spec] = await othersGoods(app, 'buyer')
  if (spec === undefined) throw new Error('Nothing is sold')
  const asked = { direct: { ...ref(spec), quantity: spec.minOrder } }
  const shown = contentOf(await buyer.api.orders.orderConfirm(asked))
  const statements = await statementsOf(() => submitted(buyer, asked, shown).then(contentOf))
  expect(statements.length).toBeGreaterThan(2)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(10)
})
