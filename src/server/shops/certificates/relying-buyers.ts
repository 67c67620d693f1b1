import { eq, and, inArray, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { demands } from '../../../db/tables/demands.ts'
import { orderLines, orders } from '../../../db/tables/orders.ts'
import { requiredQualifications } from '../../../domain/demands/required-qualifications.ts'
import { links } from '../../../domain/links.ts'
import { endedStatuses } from '../../../domain/orders/order-states.ts'
import { notifyRecipients } from '../../accounts/notifications/notify.ts'
import type { NotifyContext } from '../../platform/job-context.ts'
import { recipientsWithChoices } from '../../platform/notices/notices.ts'

/** A certificate whose end concerns buyers. */
interface EndingCertificate {
  /** The supplier's company. */
  readonly companyId: number
  readonly tag: string
  /** What happens to it: 将于 2027-01-01 到期. */
  readonly what: string
}

interface RunningOrder {
  readonly orderId: number
  readonly orderNo: string
  readonly buyerCompanyId: number
  readonly sellerCompanyId: number
  readonly requiredTags: readonly string[] | null
  readonly facts: readonly { readonly label: string; readonly value: string }[] | null
  /** Tags of the listings that were ordered. */
  readonly listingTags: readonly string[]
}

/** Running orders of some suppliers with what they rely on, in one query. */
async function listRunningOrders(db: Db, sellerIds: readonly number[]): Promise<RunningOrder[]> {
  const tagsOf = (kind: 'service' | 'product') => {
    const t = kind === 'service' ? services : products
    return sql`select unnest(${t.tags}) from ${orderLines} join ${t} on ${t.id} = ${orderLines.listingId}
      where ${orderLines.orderId} = ${orders.id} and ${orderLines.kind} = ${kind}`
  }
  return db
    .select({
      orderId: orders.id,
      orderNo: orders.orderNo,
      buyerCompanyId: orders.buyerCompanyId,
      sellerCompanyId: orders.sellerCompanyId,
      requiredTags: demands.requiredTags,
      facts: demands.facts,
      listingTags: sql<string[]>`array(${tagsOf('service')} union ${tagsOf('product')})`,
    })
    .from(orders)
    .leftJoin(demands, eq(demands.id, orders.demandId))
    .where(
      and(
        inArray(orders.sellerCompanyId, [...new Set(sellerIds)]),
        notInArray(orders.status, ['completed', ...endedStatuses]),
      ),
    )
    .orderBy(orders.id)
}

/** Whether an order relies on a qualification: its demand requires it, or its listing shows it. */
const reliesOn = ({ requiredTags, facts, listingTags }: RunningOrder, tag: string): boolean =>
  listingTags.includes(tag) ||
  requiredQualifications({ requiredTags: requiredTags ?? [], facts: facts ?? [] }, [tag]).length > 0

/** Notifies the buyers whose running orders rely on certificates that end, one notice an order. */
export async function notifyRelyingBuyers(
  tx: Db,
  context: NotifyContext,
  certificates: readonly EndingCertificate[],
): Promise<void> {
  if (certificates.length === 0) return
  const running = await listRunningOrders(
    tx,
    certificates.map(({ companyId }) => companyId),
  )
  const concerned = running.flatMap((order) => {
    const ending = certificates.filter(
      ({ companyId, tag }) => companyId === order.sellerCompanyId && reliesOn(order, tag),
    )
    return ending.length === 0 ? [] : [{ order, ending }]
  })
  const people = await recipientsWithChoices(
    tx,
    concerned.map(({ order }) => order.buyerCompanyId),
    'my_orders',
  )
  await notifyRecipients(
    tx,
    context,
    'qualification.relied',
    concerned.map(({ order, ending }) => ({
      people: people.get(order.buyerCompanyId) ?? [],
      content: {
        title: `订单 ${order.orderNo} 的供应商资质 ${ending.map(({ tag }) => tag).join('、')} 有变化`,
        text: `${ending.map(({ tag, what }) => `供应商的 ${tag} 证书${what}`).join('；')}。订单要求或依赖该资质，请与供应商确认后续安排。`,
        path: links.buyerOrder(order.orderId),
      },
    })),
  )
}
