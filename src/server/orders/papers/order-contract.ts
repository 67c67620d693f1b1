import { createHash } from 'node:crypto'
import type { papersCalls } from '../../../contract/orders/papers.ts'
import { contractState, contractTitle } from '../../../domain/orders/contract-text.ts'
import type { Context, Handler } from '../../handler.ts'
import { keepMade, madeOf } from '../../operations/public.ts'
import type { Side } from '../present-order.ts'
import { contractFacts } from './contract-facts.ts'
import { contractPdf } from './contract-pdf.ts'

export const buyerOrderContract: Handler<typeof papersCalls.buyerOrderContract> = ({ orderId }, context) =>
  contractOf('buyer', orderId, context)

export const sellerOrderContract: Handler<typeof papersCalls.sellerOrderContract> = ({ orderId }, context) =>
  contractOf('seller', orderId, context)

/** Raised when text or look change, so that what was made before is made anew. */
const edition = 1

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Made once for as long as it says the same; both sides get the same bytes. */
async function contractOf(
  side: Side,
  orderId: number,
  { caller, db, config, providers }: Context<'company' | 'seller'>,
) {
  const { facts, status } = await contractFacts(db, side, caller.companyId, orderId)
  const print = hashOf(facts)
  const made = hashOf([print, edition, contractState(status, facts.confirmedAt), config.demo])
  const kept = await madeOf(db, caller.companyId, made)
  if (kept !== undefined) return { url: kept.url, name: kept.name }
  const bytes = await contractPdf({ facts, status, print, demo: config.demo })
  const title = `${contractTitle(facts)} ${facts.orderNo}`
  const { url, name } = await keepMade({ db, providers }, caller, { title, kind: 'pdf', bytes, facts: made })
  return { url, name }
}
