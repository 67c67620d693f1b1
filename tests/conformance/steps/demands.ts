import { isRecord } from '../client.ts'
import type { Stage, Step } from '../step.ts'

const page = { current: 1, pageSize: 20 }
const rows = ['total', 'data[].demandId', 'data[].demandTitle', 'data[].demandBudget']
const demand = (title: string, { number, moment }: Stage) => ({
  demandTitle: title,
  categoryId: number('leaf'),
  summary: '口服小分子，需要毒代动力学与病理同行评议',
  demandBudget: 9_600_000,
  deadline: moment(10),
})
const offer = (demandId: string, { moment }: Stage) => ({
  demandId,
  items: [{ name: '毒性试验', unit: '项', quantity: 1, unitPrice: 1_000_000 }],
  durationDays: 90,
  milestones: [{ name: '全款', percent: 100, dueDays: 0 }],
  validUntil: moment(20),
  submit: true,
})
const save = (name: string): Step => ({
  path: '/mall/demand/save',
  as: 'buyer',
  send: (stage) => demand(`规范核对${name} ${stage.run}`, stage),
  names: ['demandId', 'status'],
  saveAs: { [name]: 'demandId' },
})
const offerTo = (name: string): Step => ({
  path: '/mall/demand/offer/save-or-update',
  as: 'seller',
  send: (stage) => offer(stage.text(name), stage),
  names: ['offerId', 'status'],
  saveAs: { [`${name}Offer`]: 'offerId' },
})
const status = (wanted: string) => (content: unknown) =>
  isRecord(content) && content.status === wanted ? undefined : `the status is not ${wanted}`

/** A demand from publication to award, another one to its order, and one that is closed, reopened and deleted. */
export const demandsSteps: readonly Step[] = [
  save('dealt'),
  save('ordered'),
  save('closed'),
  {
    path: '/mall/demand/detail',
    as: 'visitor',
    send: ({ text }) => ({ demandId: text('dealt') }),
    names: ['demandId', 'demandTitle', 'demandBudget'],
  },
  {
    path: '/mall/demand/update',
    as: 'buyer',
    send: (stage) => ({
      ...demand(`规范核对dealt ${stage.run}`, stage),
      demandId: stage.text('dealt'),
      summary: '口服小分子，需要毒代动力学、病理同行评议与恢复期',
    }),
    names: ['demandId', 'status'],
  },
  { path: '/mall/demand/new/list-page', as: 'visitor', send: () => page, names: rows },
  {
    path: '/mall/demand/similar/list-page',
    as: 'visitor',
    send: ({ text }) => ({ demandId: text('dealt'), ...page }),
    names: ['total', 'data'],
  },
  { path: '/mall/demand/condition/list', as: 'visitor' },
  { path: '/mall/demand/buyer-center/list-page', as: 'buyer', send: () => page, names: rows },
  { path: '/mall/my/demand/list-page', as: 'buyer', send: () => page, names: rows },
  offerTo('dealt'),
  offerTo('ordered'),
  offerTo('closed'),
  {
    path: '/mall/demand/offer/this/detail',
    as: 'seller',
    send: ({ text }) => ({ demandId: text('dealt') }),
    names: ['offerId', 'status'],
  },
  {
    path: '/mall/demand/offer/saler/list-page',
    as: 'seller',
    send: () => page,
    names: ['total', 'data[].offerId', 'data[].demandTitle'],
  },
  {
    path: '/mall/demand/offer/saler/detail',
    as: 'seller',
    send: ({ text }) => ({ offerId: text('dealtOffer') }),
    names: ['offerId', 'demandTitle'],
  },
  {
    path: '/mall/demand/offer/buyer/list-page',
    as: 'buyer',
    send: ({ text }) => ({ demandId: text('dealt'), ...page }),
    names: ['total', 'data[].offerId'],
  },
  {
    path: '/mall/demand/offer/buyer/detail',
    as: 'buyer',
    send: ({ text }) => ({ offerId: text('dealtOffer') }),
    names: ['offerId', 'status'],
  },
  {
    path: '/mall/demand/offer/deal',
    as: 'buyer',
    send: ({ text }) => ({ offerId: text('dealtOffer') }),
    names: ['orderId', 'orderNo'],
    saveAs: { dealtOrder: 'orderId' },
  },
  {
    path: '/fmall/order/demand/submit',
    as: 'buyer',
    send: ({ text }) => ({ offerId: text('orderedOffer'), total: 1_000_000 }),
    names: ['orderId', 'orderNo'],
  },
  {
    path: '/mall/demand/offer/saler/delete',
    as: 'seller',
    send: ({ text }) => ({ offerId: text('closedOffer'), reason: '排期已满' }),
  },
  {
    path: '/mall/demand/edit-status',
    as: 'buyer',
    send: ({ text }) => ({ demandId: text('closed'), event: 'close', reason: '项目调整' }),
    check: status('closed'),
  },
  {
    path: '/mall/demand/edit-status',
    as: 'buyer',
    send: ({ text, moment }) => ({ demandId: text('closed'), event: 'reopen', deadline: moment(12) }),
    check: status('open'),
  },
  {
    path: '/mall/demand/edit-status',
    as: 'buyer',
    send: ({ text }) => ({ demandId: text('closed'), event: 'close', reason: '项目取消' }),
  },
  { path: '/mall/demand/delete', as: 'buyer', send: ({ text }) => ({ demandId: text('closed') }) },
  {
    path: '/mall/demand/save',
    as: 'buyer',
    send: (stage) => ({ ...demand(`规范核对草稿 ${stage.run}`, stage), submit: false }),
    saveAs: { draft: 'demandId' },
  },
  { path: '/mall/require/delete', as: 'buyer', send: ({ text }) => ({ demandId: text('draft') }) },
  {
    path: '/system/record/save',
    as: 'buyer',
    send: ({ number }) => ({ entity: 'demand', entityId: number('dealt'), text: '已与供应商电话沟通' }),
  },
  {
    path: '/system/record/list',
    as: 'buyer',
    send: ({ number }) => ({ entity: 'demand', entityId: number('dealt'), ...page }),
    names: ['total', 'data[].recordId'],
  },
  {
    path: '/mall/supply/list-page',
    as: 'seller',
    send: () => ({ kind: 'service', ...page }),
    names: ['total', 'data[].supplyId'],
  },
  {
    path: '/mall/service/save',
    as: 'seller',
    send: ({ run }) => ({ serviceName: `待删除的供给 ${run}` }),
    saveAs: { supplyId: 'serviceId' },
  },
  {
    path: '/mall/supply/delete',
    as: 'seller',
    send: ({ text }) => ({ kind: 'service', supplyId: text('supplyId') }),
  },
  {
    path: '/fmall/need/insert',
    as: 'visitor',
    send: ({ mobile }) => ({ mobile: mobile(6), text: '想做一项稳定性研究，请联系我' }),
    // A second request from one address within the interval requires a captcha.
    codes: [200, 1014],
  },
]
