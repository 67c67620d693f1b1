import type { followUps, needs } from '../tables/demands.ts'
import { demoIds, type Accounts } from './build-accounts.ts'
import type { Demands } from './build-demands.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { need } from './random.ts'

type Need = typeof needs.$inferInsert & { id: number }
type FollowUp = typeof followUps.$inferInsert

/** What visitors left with a phone number; the numbers belong to nobody. */
export function buildNeeds(days: Calendar, log: ChangeLog): Need[] {
  const by = { userId: demoIds.ops }
  const result = '已电话沟通，推荐三家有同类品种经验的机构，对方自行联系。'
  const rows: Need[] = [
    {
      ...{
        id: 1,
        contact: '周工',
        mobile: '19900000001',
        text: '化药 4 类仿制药，口服固体，想找能做 BE 临床与生物样本分析的一站式机构',
      },
      ...{ status: 'done', handledBy: demoIds.ops, note: result },
      ...{ createdAt: days.at(-5, '10:22'), updatedAt: days.at(-4, '15:40') },
    },
    {
      ...{
        id: 2,
        contact: '',
        mobile: '19900000002',
        text: '二类医疗器械生物相容性全项，报告要带 CMA 章，想先了解周期',
      },
      ...{ status: 'taken', handledBy: demoIds.ops },
      ...{ createdAt: days.at(-2, '16:05'), updatedAt: days.at(-1, '09:12') },
    },
    {
      ...{
        id: 3,
        contact: '林女士',
        mobile: '19900000003',
        text: '双抗的 ADA 与中和抗体方法开发，样本在冷库，希望华东地区',
      },
      ...{ createdAt: days.at(-1, '11:48'), updatedAt: days.at(-1, '11:48') },
    },
    {
      ...{ id: 4, contact: '', mobile: '19900000004', text: '原料药里有两个未知杂质，需要制备分离加结构确证' },
      ...{ createdAt: days.at(-1, '17:31'), updatedAt: days.at(-1, '17:31') },
    },
  ]
  log.add('need', 1, 'waiting', [
    { event: 'take', to: 'taken', at: days.at(-4, '14:55'), ...by },
    { event: 'finish', to: 'done', at: days.at(-4, '15:40'), reason: result, ...by },
  ])
  log.add('need', 2, 'waiting', [{ event: 'take', to: 'taken', at: days.at(-1, '09:12'), ...by }])
  return rows
}

/** What buyer and supplier noted on the demand whose offers are compared, each for their own company. */
export function buildFollowUps(accounts: Accounts, { demands, offers }: Demands, days: Calendar): FollowUp[] {
  const demand = demands.find(({ confidential }) => confidential === true)
  const seller = need(accounts.byKey, '臻境')
  const offer = offers.find(({ demandId, companyId }) => demandId === demand?.id && companyId === seller.company.id)
  if (demand === undefined || offer === undefined) return []
  const buyers = { companyId: demand.companyId, userId: demand.userId, entity: 'demand' as const, entityId: demand.id }
  const sellers = { companyId: seller.company.id, userId: seller.ownerId, entity: 'offer' as const, entityId: offer.id }
  return [
    { ...buyers, text: '各家都要求提前锁定动物房，内部先确认供试品到货时间。', createdAt: days.at(-5, '10:15') },
    {
      ...{ ...buyers, text: '已与毒理负责人过了一遍方案，恢复期保留 4 周。截止后三天内开评审会。' },
      ...{ nextAt: days.at(4, '09:30'), createdAt: days.at(-1, '16:20') },
    },
    {
      ...{ ...sellers, text: '电话回访：对方关心毒代样品检测的交付节点，已说明可分批出数据。' },
      ...{ nextAt: days.at(3, '10:00'), createdAt: days.at(-1, '14:35') },
    },
  ]
}
