import type { Step } from '../step.ts'

const shop = ['orgId', 'shopLogo', 'shopName', 'productAccount', 'serviceAccount']
const link = ({ text }: { text: (name: string) => string }) => ({ shopId: text('shopId') })

/** Specification section 3, "Shop info": by the id of a link, by search; following and favourites. */
export const shopsSteps: readonly Step[] = [
  {
    path: '/fmall/shop-by-keyWords/page',
    as: 'visitor',
    send: () => ({ keyword: '砺川', current: 1, pageSize: 20 }),
    names: ['total', ...shop.map((name) => `data[].${name}`)],
    saveAs: { shopId: 'data[0].shopId', orgId: 'data[0].orgId' },
  },
  {
    path: '/fmall/shop/info',
    as: 'visitor',
    send: link,
    names: [...shop, 'mallServiceListVOs[].serviceName', 'mallServiceListVOs[].servicePrice'],
  },
  { path: '/fmall/shop/homepage', as: 'visitor', send: link, names: [...shop, 'mallServiceListVOs[].serviceId'] },
  { path: '/fmall/shop/detail-more', as: 'visitor', send: link, names: ['orgId'] },
  { path: '/fmall/shop/shopCounterList', as: 'visitor', send: link, names: ['services[].categoryId'] },
  {
    path: '/data/company/other/detail',
    as: 'visitor',
    send: ({ text }) => ({ orgId: text('orgId') }),
    names: ['orgId'],
  },
  { path: '/sys/user/follow/new/save', as: 'buyer', send: link },
  {
    path: '/sys/user/follow/new/list-page',
    as: 'buyer',
    send: () => ({ current: 1, pageSize: 20 }),
    names: ['total', ...shop.map((name) => `data[].${name}`)],
  },
  { path: '/sys/user/follow/new/cancel', as: 'buyer', send: link },
  {
    path: '/mall/service/shop/standard/list-page',
    as: 'visitor',
    send: link,
    names: ['total', 'data[].serviceName', 'data[].servicePrice'],
    saveAs: { serviceId: 'data[0].serviceId' },
  },
  {
    path: '/user-center/follow/save',
    as: 'buyer',
    send: ({ text }) => ({ kind: 'service', listingId: text('serviceId') }),
  },
  {
    path: '/user-center/follow/list-page',
    as: 'buyer',
    send: () => ({ current: 1, pageSize: 20 }),
    names: ['total', 'data[].favouriteId', 'data[].shopName'],
    saveAs: { favouriteId: 'data[0].favouriteId' },
  },
  {
    path: '/user-center/follow/delete2',
    as: 'buyer',
    send: ({ number }) => ({ favouriteIds: [number('favouriteId')] }),
  },
  {
    path: '/user-center/follow/delete',
    as: 'buyer',
    send: ({ text }) => ({ kind: 'service', listingId: text('serviceId') }),
  },
]
