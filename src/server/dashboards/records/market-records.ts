import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { demands, offers } from '../../../db/tables/demands.ts'
import { orderLines, orders } from '../../../db/tables/orders.ts'
import { shopQualifications, shops } from '../../../db/tables/shops.ts'
import { wasCertified } from '../../../domain/accounts/certification.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { isListingPublished, isListingSuspended, isListingUnlisted } from '../../../domain/catalogue/listing-states.ts'
import { isDemandEvaluating, isDemandOpen, isDemandSuspended } from '../../../domain/demands/demand-states.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { selectOrderRows } from './record-rows.ts'
import {
  fact,
  historySection,
  lineOf,
  maxLines,
  plainLine,
  section,
  timeFact,
  type RecordContent,
} from './record-content.ts'

export async function shopContent(db: Db, id: number): Promise<RecordContent> {
  const [row] = await db
    .select({ shop: shops, company: companies })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(eq(shops.id, id))
  if (row === undefined) throw new CallFailed('notFound')
  const { shop, company } = row
  const papers = await db
    .select()
    .from(shopQualifications)
    .where(eq(shopQualifications.shopId, id))
    .orderBy(desc(shopQualifications.id))
    .limit(maxLines)
  const [newServices, newProducts] = [
    await db
      .select({ id: services.id, no: services.serviceNo, title: services.title, at: services.createdAt })
      .from(services)
      .where(and(eq(services.shopId, id), eq(services.status, 'published')))
      .orderBy(desc(services.id))
      .limit(maxLines),
    await db
      .select({ id: products.id, no: products.productNo, title: products.title, at: products.createdAt })
      .from(products)
      .where(and(eq(products.shopId, id), eq(products.status, 'published')))
      .orderBy(desc(products.id))
      .limit(maxLines),
  ]
  const isOpen = company.isSaler && wasCertified(company.certification)
  return {
    companyId: company.id,
    reason: '',
    publicPath: isOpen ? links.shopHome({ id, orgId: company.id }) : null,
    facts: [
      fact('编号', id),
      fact('企业', company.name, { kind: 'company', id: company.id }),
      fact('标签', shop.tags.join('、')),
      fact('简介', shop.brief),
      fact('关注人数', shop.followCount),
      timeFact('开通时间', shop.agreedAt ?? shop.createdAt),
    ],
    sections: [
      section(
        '在售服务',
        newServices.map((one) => ({
          ...plainLine(one.title, one.no, one.at),
          record: { kind: 'service', id: one.id },
        })),
        shop.serviceCount,
      ),
      section(
        '在售商品',
        newProducts.map((one) => ({
          ...plainLine(one.title, one.no, one.at),
          record: { kind: 'product', id: one.id },
        })),
        shop.productCount,
      ),
      section(
        '资质',
        papers.map((paper) =>
          plainLine(
            `${paper.tag}　${paper.name}　${paper.number}`.trim(),
            paper.until === null ? '长期' : `有效至 ${paper.until}`,
            paper.createdAt,
          ),
        ),
      ),
    ],
    actions: company.isSaler ? ['shopClose'] : [],
  }
}

export async function listingContent(db: Db, kind: 'service' | 'product', id: number): Promise<RecordContent> {
  const t = kind === 'service' ? services : products
  const no = kind === 'service' ? services.serviceNo : products.productNo
  const [row] = await db
    .select({
      title: t.title,
      no,
      status: t.status,
      reason: t.reason,
      summary: t.summary,
      price: t.price,
      viewCount: t.viewCount,
      shopId: t.shopId,
      companyId: t.companyId,
      publishedAt: t.publishedAt,
      createdAt: t.createdAt,
      deletedAt: t.deletedAt,
      shopName: shops.name,
    })
    .from(t)
    .innerJoin(shops, eq(shops.id, t.shopId))
    .where(eq(t.id, id))
  if (row === undefined) throw new CallFailed('notFound')
  const isDeleted = row.deletedAt !== null
  const soldIn = await db
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(and(eq(orderLines.kind, kind), eq(orderLines.listingId, id)))
    .orderBy(desc(orderLines.id))
    .limit(maxLines)
  const isShown = isListingPublished(row.status) && !isDeleted
  return {
    companyId: row.companyId,
    reason: isListingSuspended(row.status) ? row.reason : '',
    publicPath: !isShown ? null : kind === 'service' ? links.serviceDetail(id) : links.goodsDetail(row.no),
    facts: [
      fact('编号', row.no),
      fact('店铺', row.shopName, { kind: 'shop', id: row.shopId }),
      fact('价格', row.price === null ? '面议' : `¥${yuan(row.price)}`),
      fact('浏览', row.viewCount),
      fact('摘要', row.summary),
      timeFact('上架时间', row.publishedAt),
      timeFact('创建时间', row.createdAt),
    ],
    sections: [
      section(
        '订单',
        soldIn.length === 0
          ? []
          : (
              await selectOrderRows(
                db,
                inArray(
                  orders.id,
                  soldIn.map(({ orderId }) => orderId),
                ),
                maxLines,
              )
            ).map(lineOf),
      ),
      await historySection(db, kind, id),
    ],
    actions: isDeleted
      ? []
      : isListingSuspended(row.status)
        ? ['listingRelease']
        : isShown || isListingUnlisted(row.status)
          ? ['listingSuspend']
          : [],
  }
}

export async function demandContent(db: Db, id: number): Promise<RecordContent> {
  const [row] = await db
    .select({ demand: demands, companyName: companies.name, realName: users.realName, loginName: users.loginName })
    .from(demands)
    .innerJoin(companies, eq(companies.id, demands.companyId))
    .innerJoin(users, eq(users.id, demands.userId))
    .where(eq(demands.id, id))
  if (row === undefined) throw new CallFailed('notFound')
  const { demand } = row
  const [handed] = await db
    .select({ count: count() })
    .from(offers)
    .where(and(eq(offers.demandId, id), sql`${offers.submittedAt} is not null`))
  const orderRows = await selectOrderRows(db, eq(orders.demandId, id), maxLines)
  const isShown = demand.deletedAt === null && (isDemandOpen(demand.status) || isDemandEvaluating(demand.status))
  return {
    companyId: demand.companyId,
    reason: isDemandSuspended(demand.status) ? demand.reason : '',
    publicPath: isShown ? links.demandDetail(id) : null,
    facts: [
      fact('编号', demand.demandNo),
      fact('企业', row.companyName, { kind: 'company', id: demand.companyId }),
      fact('发布人', personName(row), { kind: 'user', id: demand.userId }),
      fact('预算', demand.budget === null ? '面议' : `¥${yuan(demand.budget)}`),
      timeFact('报价截止', demand.deadline),
      fact('报价', `${handed?.count ?? 0} 份`),
      fact('保密资料', demand.confidential ? '有，运营人员不可见' : '无'),
      fact('概述', demand.summary),
      timeFact('发布时间', demand.publishedAt),
    ],
    sections: [section('订单', orderRows.map(lineOf)), await historySection(db, 'demand', id)],
    actions:
      demand.deletedAt !== null
        ? []
        : isDemandSuspended(demand.status)
          ? ['demandRelease']
          : isShown
            ? ['demandSuspend']
            : [],
  }
}
