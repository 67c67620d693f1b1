import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { confirmationIn } from '../../../src/stores/orders/checkout/checkout-changes.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { agreed, callOffOf, frameworkTerms, specOfSeller } from '../../support/scenes/orders/agreements.ts'
import { ref } from '../../support/scenes/orders/cart.ts'
import { prove } from '../../support/scenes/orders/changes.ts'
import { addressOf, submitted } from '../../support/scenes/orders/checkout.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')

test('a call-off whose stock is sold meanwhile is refused with the room that the agreement has without it', async () => {
  await addressOf(app, buyer, 'buyer')
  await prove(buyer)
  await prove(seller)
  const spec = await specOfSeller(app)
  const asked = callOffOf(await agreed(app, buyer, seller, frameworkTerms(ref(spec))), spec.minOrder)
  const shown = contentOf(await buyer.api.orders.orderConfirm(asked))
  // Sold by somebody else between the prices and the stock of this submit.
  await app.db.execute(sql`create function sell_out() returns trigger language plpgsql as
    'begin update product_specs set stock = 0; return null; end'`)
  await app.db.execute(sql`create trigger sell_out after insert on order_lines execute function sell_out()`)
  const refused = await submitted(buyer, asked, shown)
  await app.db.execute(sql`drop trigger sell_out on order_lines`)
  expect(failureOf(refused)).toBe('itemsInvalid')
  const now = refused.ok ? undefined : confirmationIn(refused.failure.content)
  expect(now?.shops[0]?.products[0]).toMatchObject({ fault: 'soldOut', stock: 0 })
  expect(now?.agreement?.room).toBe(shown.agreement?.room)
})
