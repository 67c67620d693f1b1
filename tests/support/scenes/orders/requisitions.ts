import type { Permission } from '../../../../src/domain/accounts/permissions.ts'
import type { Answer } from '../../../../src/contract/envelope.ts'
import { failures } from '../../../../src/contract/failures.ts'
import { pendingContent, type RuleInput } from '../../../../src/contract/orders/requisitions.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'
import { colleague, type Colleague } from '../accounts/people.ts'
import { at, ref } from './cart.ts'
import { othersGoods } from './checkout.ts'

/** People of a company who ask and approve. */
export interface Desk {
  readonly owner: Client
  readonly scientist: Colleague
  readonly manager: Colleague
  readonly finance: Colleague
}

export async function deskOf(app: TestApp, owner: Client): Promise<Desk> {
  return {
    owner,
    scientist: await colleague(app, owner, ['my_orders', 'my_requirement']),
    manager: await colleague(app, owner, ['my_orders', 'apply_manage']),
    finance: await colleague(app, owner, ['apply_manage', 'corporate_credit']),
  }
}

export const step = (name: string, people: readonly number[], permissions: readonly Permission[] = []) => ({
  name,
  people: [...people],
  permissions: [...permissions],
})
export const rule = (changes: Partial<RuleInput> & Pick<RuleInput, 'steps'>): RuleInput => ({
  name: '采购审批',
  action: 'order',
  from: 0,
  to: null,
  categories: [],
  costCentres: [],
  ...changes,
})

/** Saves rules as the next version, and the cost centres that are not there yet. */
export async function saveRules(
  client: Client,
  rules: readonly RuleInput[],
  costCentres: readonly { readonly code: string; readonly name: string }[] = [],
) {
  for (const centre of costCentres) await client.api.orders.costCentreSave(centre)
  const { version } = contentOf(await client.api.orders.approvalRules({}))
  return client.api.orders.approvalRulesSave({ version, rules: [...rules] })
}

/** The requisition of an `approvalPending` answer. */
export function pendingOf(answer: Answer<unknown>): number {
  if (answer.ok || answer.failure.code !== failures.approvalPending.code)
    throw new Error(`Not pending: ${JSON.stringify(answer)}`)
  return pendingContent.parse(answer.failure.content).requisitionId
}

export const approve = (client: Client, requisitionId: number, idempotencyKey = newKey()) =>
  client.api.orders.requisitionApprove({ requisitionId, note: '' }, { idempotencyKey })
export const giveBack = (client: Client, requisitionId: number, reason = '请改用库存') =>
  client.api.orders.requisitionReturn({ requisitionId, reason }, { idempotencyKey: newKey() })
export const withdraw = (client: Client, requisitionId: number) =>
  client.api.orders.requisitionWithdraw({ requisitionId }, { idempotencyKey: newKey() })
export const detailOf = async (client: Client, requisitionId: number) =>
  contentOf(await client.api.orders.requisition({ requisitionId }))

const address = { receiver: '王收', mobile: '13812345678', districtCode: '510104', street: '一号楼', isDefault: true }

/** A goods order that a person asks for by 立即购买; `quantity` minimum orders. */
export async function askedOrder(app: TestApp, client: Client, quantity = 1, index = 0) {
  const { addressId } = contentOf(await client.api.orders.addressSave(address))
  const spec = at(await othersGoods(app, 'buyer'), index)
  const asked = { direct: { ...ref(spec), quantity: spec.minOrder * quantity }, addressId }
  const { orderAmount } = contentOf(await client.api.orders.orderConfirm(asked))
  const submit = (more: { readonly costCentre?: string; readonly projectCode?: string } = {}, key = newKey()) =>
    client.api.orders.orderSubmit({ ...asked, orderAmount, ...more }, { idempotencyKey: key })
  return { spec, orderAmount, submit }
}
