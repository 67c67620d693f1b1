import { eq } from 'drizzle-orm'
import type { Agreement } from '../../../../src/contract/orders/agreements.ts'
import { agreements } from '../../../../src/db/tables/agreements.ts'
import type { Side } from '../../../../src/domain/sides.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'
import { companyOf, soldSpecs, type SoldSpec } from './cart.ts'
import { dayAhead } from './changes.ts'

type Proposal = Parameters<Client['api']['orders']['buyerAgreementPropose']>[0]
export type Terms = Proposal['terms']
type Framework = Extract<Terms, { kind: 'framework' }>

/** A specification of the demo supplier's goods. */
export async function specOfSeller(app: TestApp, place = 0): Promise<SoldSpec> {
  const of = await companyOf(app, 'seller')
  const spec = (await soldSpecs(app)).filter(({ companyId }) => companyId === of)[place]
  if (spec === undefined) throw new Error('The seller sells no goods')
  return spec
}

/** Terms with one agreed price. */
export const frameworkTerms = (
  { kind, listingId, specId }: Pick<Framework['lines'][number], 'kind' | 'listingId' | 'specId'>,
  more: Partial<Framework> = {},
): Framework => ({
  kind: 'framework',
  title: '试剂框架协议',
  from: dayAhead(0),
  until: dayAhead(200),
  ceiling: 10_000_000,
  payment: '月结 30 天',
  lines: [{ kind, listingId, specId, unitPrice: 1_000, minQuantity: 1 }],
  ...more,
})

export const ndaTerms: Terms = { kind: 'nda', title: '合作保密协议', scope: '处方与工艺', years: 3 }

/** Proposes as one side; a new agreement names its partner. */
export const proposeAgreement = (client: Client, side: Side, proposal: Proposal, idempotencyKey = newKey()) =>
  side === 'buyer'
    ? client.api.orders.buyerAgreementPropose(proposal, { idempotencyKey })
    : client.api.orders.sellerAgreementPropose(proposal, { idempotencyKey })

/** Signs the version that waits, as it was shown. */
export function signAgreement(client: Client, side: Side, { agreementId, versions }: Agreement, key = newKey()) {
  const [newest] = versions
  const { version = 0, fingerprint = '' } = newest ?? {}
  const once = { idempotencyKey: key }
  return side === 'buyer'
    ? client.api.orders.buyerAgreementSign({ agreementId, version, fingerprint }, once)
    : client.api.orders.sellerAgreementSign({ agreementId, version, fingerprint }, once)
}

/** An agreement in force of buyer and seller, proposed by the buyer. */
export async function agreed(app: TestApp, buyer: Client, seller: Client, terms: Terms): Promise<Agreement> {
  const partnerId = await companyOf(app, 'seller')
  const proposed = contentOf(await proposeAgreement(buyer, 'buyer', { partnerId, terms }))
  return contentOf(await signAgreement(seller, 'seller', proposed))
}

/** The next version of an agreement. */
export const nextVersion = (client: Client, side: Side, { agreementId, versions }: Agreement, terms: Terms) =>
  proposeAgreement(client, side, { agreementId, shownVersion: versions.length, reason: '调整', terms })

/** A call-off of the first line. */
export const callOffOf = ({ agreementId, version }: Pick<Agreement, 'agreementId' | 'version'>, quantity: number) => ({
  callOff: { agreementId, version, items: [{ line: 0, quantity }] },
})

export const agreementRow = async (app: TestApp, agreementId: number) => {
  const [row] = await app.db.select().from(agreements).where(eq(agreements.id, agreementId))
  if (row === undefined) throw new Error(`There is no agreement ${agreementId}`)
  return row
}
