import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { orderTitle } from '../../../domain/orders/order-labels.ts'
import type { FrozenOrder } from '../../../domain/orders/requisitions/frozen-request.ts'
import type { CommittedFailure } from '../../platform/committed-failure.ts'
import type { Context } from '../../handler.ts'
import { categoryPaths } from '../requisitions/policy.ts'
import { chargeFacts, requestApproval } from '../requisitions/request-approval.ts'
import type { PricedRequest } from './confirmation.ts'

/** District and street of the delivery address; '' = nothing is sent. Approvers see it, and it must stay. */
export const addressText = ({ address, needsAddress }: PricedRequest): string =>
  address === null || !needsAddress ? '' : `${address.districtName} ${address.street}`

type OrderChoices = Pick<FrozenOrder, 'invoice' | 'remarks' | 'costCentre' | 'projectCode' | 'programmeId'>

const invoiceLabels = { none: '暂不开票', normal: '增值税普通发票', special: '增值税专用发票' } as const

/** The gate of an order: `approvalPending` where a rule of the company applies; null = it may be placed. */
export async function gateOrder(
  context: Context<'company'>,
  { invoice, remarks, costCentre, projectCode, programmeId = null }: OrderChoices,
  current: PricedRequest,
  budgetId: number | null,
): Promise<CommittedFailure | null> {
  const { caller, db } = context
  if (caller.approvalVersion === 0) return null
  const { wanted, shops, address, agreement, orderAmount } = current
  const sent = addressText(current)
  const remarkOf = (shopId: number) => remarks.find((each) => each.shopId === shopId)?.remark ?? ''
  return requestApproval(context, db, {
    frozen: {
      action: 'order',
      items: wanted.map(({ thing: { kind, listingId, specId }, quantity, seenPrice, cartId }) => ({
        kind,
        listingId,
        specId,
        quantity,
        seenPrice,
        fromCart: cartId !== null,
      })),
      ...(agreement !== null && {
        agreement: { agreementId: agreement.agreementId, version: agreement.version },
      }),
      addressId: address?.addressId ?? null,
      address: sent,
      orderAmount,
      invoice,
      remarks,
      costCentre,
      projectCode,
      programmeId,
    },
    title: orderTitle(wanted.map(({ thing, quantity }) => ({ name: thing.title, quantity }))),
    amount: orderAmount,
    hold: budgetId === null ? null : { budgetId, amount: orderAmount },
    costCentres: costCentre === '' ? [] : [costCentre],
    categories: () =>
      categoryPaths(
        db,
        wanted.map(({ thing }) => thing.categoryId),
      ),
    subject: null,
    content: {
      facts: [
        ...shops.map(({ shop, total }) => ({
          label: '供应商',
          text: `${shop.shopName}，合计 ¥${yuan(total.total)}（运费 ¥${yuan(total.postage ?? 0)}）${remarkOf(shop.shopId) === '' ? '' : `；备注：${remarkOf(shop.shopId)}`}`,
        })),
        ...(agreement === null ? [] : [{ label: '框架协议', text: `${agreement.agreementNo} ${agreement.title}` }]),
        ...(sent === '' ? [] : [{ label: '收货地址', text: sent }]),
        { label: '发票', text: invoiceLabels[invoice] },
        ...chargeFacts({ costCentre, projectCode }),
      ],
      lines: shops.flatMap(({ wanted: items, total }) =>
        items.flatMap(({ thing, quantity }, at) => {
          const line = total.lines[at]
          if (line === undefined) return []
          const { unitPrice, amount } = line
          return [{ name: thing.title, note: thing.specName, quantity, unitPrice, amount }]
        }),
      ),
      path: agreement === null ? links.cart() : links.buyerAgreement(agreement.agreementId),
    },
  })
}
