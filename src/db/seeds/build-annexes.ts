import { confidentialityTerms } from '../../domain/demands/confidentiality.ts'
import type { annexOpenings, demandAcceptances } from '../tables/demands.ts'
import type { Calendar } from './calendar.ts'
import type { Demands } from './build-demands.ts'

/** Confidential part of the demand with compared offers. */
export const dogSecret = {
  confidential: true,
  confidentialText: `供试品：EGFR / HER2 双靶点抑制剂，盐酸盐，分子量 512.6，室温避光保存 24 个月稳定。
既往比格犬 28 天重复给药毒性：剂量 3、10、30 mg/kg，每日一次灌胃；NOAEL 为 10 mg/kg。30 mg/kg 组可见腹泻、体重增长减缓与皮肤干燥，恢复期 2 周后基本恢复，未见心电图 QTc 延长。
毒代：10 mg/kg 末次给药 AUC₀₋₂₄ 为 4,180 ng·h/mL，无明显蓄积与性别差异。
本次拟定剂量：2、6、20 mg/kg，请在方案中说明剂量选择依据。`,
  ownTerms: '接受方不得将供试品的靶点、结构与既往数据录入本报价以外的任何数据库或人工智能系统。',
}

const hour = 3_600_000

/** The suppliers who offered for that demand accepted its terms and opened the text before. */
export function buildAnnexes({ demands, offers }: Pick<Demands, 'demands' | 'offers'>, days: Calendar) {
  const acceptances: (typeof demandAcceptances.$inferInsert)[] = []
  const openings: (typeof annexOpenings.$inferInsert)[] = []
  const demand = demands.find(({ confidential }) => confidential === true)
  if (demand === undefined) return { acceptances, openings }
  const terms = confidentialityTerms(demand.ownTerms ?? '')
  const readers = offers.filter(({ demandId }) => demandId === demand.id)
  for (const [index, { companyId, userId }] of readers.entries()) {
    const reader = { demandId: demand.id, companyId, userId }
    const acceptedAt = new Date(days.at(-7, '09:12').getTime() + index * 5.3 * hour)
    acceptances.push({ ...reader, terms, acceptedAt })
    openings.push({ ...reader, fileId: null, openedAt: new Date(acceptedAt.getTime() + 74_000) })
    if (index % 2 === 0) openings.push({ ...reader, fileId: null, openedAt: days.at(-3, `1${index}:26`) })
  }
  // Ordered by time, because the access log is read by id.
  openings.sort((a, b) => (a.openedAt?.getTime() ?? 0) - (b.openedAt?.getTime() ?? 0))
  return { acceptances, openings }
}
