import { links } from '../../src/domain/links.ts'
import { findLinks } from './public-pages.ts'
import { querySite } from './site-database.ts'

/** Lists with links to pages with an id, and the prefix of these links. */
const lists: readonly (readonly [path: string, list: string])[] = [
  ['/serviceHall/serviceDetails', links.serviceList()],
  ['/marketHall/marketDetails', links.goodsList()],
  ['/demandHall/detail', links.demandHall()],
  ['/supplier/home', links.shopList()],
  ['/recommendedSuppliers/articleDetails', links.recommendedSuppliers()],
  ['/recommendedSuppliers/supplier', links.recommendedSuppliers()],
  ['/platform/commonProblem/helpDetail', links.helpCenter()],
  ['/platform/commonProblem/helpList', links.helpCenter()],
  ['/about/annouceDetail', links.announcements()],
  ['/drug/park/detail', links.parks()],
  ['/livemanger/detail', links.live()],
  ['/digitalApplication/appDetail', links.digitalApps()],
  ['/digitalApplication/applicationDetail', links.digitalSolution(1)],
  ['/digitalApplication/solutionDetail', links.digitalSolutions()],
  ['/registration/detail', links.registrationList()],
]

/** Statements for ids of the demo users, by path, with the name of the query parameter. */
const rows: readonly (readonly [path: string, name: string, statement: string])[] = [
  ['/platform/buyerAccount/orderDetail', 'id', ordersQuery('buyer', 'buyer_company_id')],
  ['/platform/sellerCenter/orderDetail', 'id', ordersQuery('seller', 'seller_company_id')],
  [
    '/platform/sellerCenter/orderConfirm',
    'id',
    ordersQuery('seller', 'seller_company_id', "and o.status = 'pending_confirm'"),
  ],
  [
    '/platform/buyerAccount/requirementOrder',
    'orderId',
    ordersQuery('buyer', 'buyer_company_id', "and o.source = 'demand'"),
  ],
  ['/shop/payOrder', 'order', ordersQuery('buyer', 'buyer_company_id', "and o.status = 'confirmed'")],
  [
    '/platform/buyerAccount/requirementDetail',
    'demandId',
    `select d.id from demands d join users u on u.company_id = d.company_id
      where u.login_name = 'buyer' and d.status in ('open', 'evaluating') order by d.id limit 1`,
  ],
  [
    '/platform/sellerCenter/offerDetail',
    'id',
    `select o.id from offers o join users u on u.company_id = o.company_id
      where u.login_name = 'seller' and o.status <> 'draft' order by o.id limit 1`,
  ],
  [
    '/platform/sellerCenter/offerEdit',
    'demandId',
    `select d.id from demands d join users u on u.login_name = 'seller'
      where d.status = 'open' and d.company_id <> u.company_id and d.deadline > now() order by d.id limit 1`,
  ],
  [
    '/demandHall/offer',
    'demandId',
    `select d.id from demands d join users u on u.login_name = 'seller'
      where d.status = 'open' and d.company_id <> u.company_id and d.deadline > now() order by d.id limit 1`,
  ],
  [
    '/serviceHall/serviceDetailsConf',
    'serviceId',
    `select s.id from services s join shops h on h.id = s.shop_id join users u on u.company_id = h.company_id
      where u.login_name = 'seller' order by s.id limit 1`,
  ],
  [
    '/marketHall/marketDetailsConf',
    'productNo',
    `select p.product_no as id from products p join shops h on h.id = p.shop_id join users u on u.company_id = h.company_id
      where u.login_name = 'seller' order by p.id limit 1`,
  ],
]

function ordersQuery(account: string, side: string, more = ''): string {
  return `select o.id from orders o join users u on u.company_id = o.${side}
    where u.login_name = '${account}' ${more} order by o.id limit 1`
}

/** A URL with real ids for every path that requires one. */
export async function addressesWithIds(site: string, door: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const [path, list] of lists) {
    const html = await (await fetch(site + list)).text()
    const [first] = findLinks(html, `${path}?`)
    if (first === undefined) throw new Error(`No link to ${path} on ${list}`)
    found.set(path, first)
  }
  const home = found.get('/supplier/home') ?? ''
  for (const part of ['brief', 'goods', 'service']) found.set(`/supplier/${part}`, home.replace('home', part))
  const [shop] = await querySite(
    door,
    `select s.id, s.company_id from shops s join users u on u.company_id = s.company_id where u.login_name = 'seller'`,
  )
  if (shop === undefined) throw new Error('The demo has no shop of the seller')
  for (const part of ['goodsConf', 'serviceConf']) {
    found.set(`/supplier/${part}`, `/supplier/${part}?id=${String(shop['id'])}&orgId=${String(shop['company_id'])}`)
  }
  found.set('/platform/report', links.report('shop', Number(shop['id'])))
  for (const [path, name, statement] of rows) {
    const [row] = await querySite(door, statement)
    if (row === undefined) throw new Error(`The demo has nothing for ${path}`)
    found.set(path, `${path}?${name}=${String(row['id'])}`)
  }
  return found
}
