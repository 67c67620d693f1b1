import { demandLabels } from './demand-states.ts'
import { offerLabels } from './offer-states.ts'

/** One history step as returned by the calls. */
interface Step {
  readonly event: string
  readonly fromStatus: string
  readonly toStatus: string
}

const demandEventLabels: Readonly<Record<string, string>> = {
  create: '存为草稿',
  save: '存为草稿',
  edit: '修改了需求',
  change_submit: '修改已提交审核，公开内容不变',
  change_pass: '修改通过审核',
  change_reject: '修改未通过审核',
  change_drop: '修改已撤回',
  submit: '提交需求',
  pass: '需求通过审核并公开',
  reject: '需求未通过审核',
  deadline: '报价截止，进入评选',
  openEarly: '提前开标，进入评选',
  openEarly_left: '提前开标未计入已撤回报价或目前不能报价的受邀供应商',
  award: '选定报价并生成订单',
  close: '需求已关闭',
  delete: '需求已删除',
  reopen: '需求重新开放报价',
  expire: '超过 30 天未定标，需求过期',
  revive: '订单未成立，恢复评选',
  suspend: '平台下架需求',
  release: '平台恢复需求',
  remind: '已提醒需求方报价即将截止',
  criteria: '设置了评分标准与评分人',
  criteria_change: '修改了评分标准或评分人',
  score: '评分人提交了评分',
  score_decline: '评分人声明回避',
}

/** Demand events about scoring: criteria, weights, reasons. Only members of the buyer who may manage demands read them. */
export const scoringEvents = ['criteria', 'criteria_change', 'score', 'score_decline']
export const isScoringStep = ({ event }: Pick<Step, 'event'>): boolean => scoringEvents.includes(event)

/** Demand events visible to the buyer only, in any state: reviews of changes, reminders, names of invited suppliers, scoring. */
export const buyerOnlyEvents = [
  'remind',
  'change_submit',
  'change_pass',
  'change_reject',
  'change_drop',
  'openEarly_left',
  ...scoringEvents,
]
/** Demand states whose steps suppliers may see. */
export const supplierVisibleStatuses = ['open', 'evaluating', 'awarded', 'closed', 'expired']

/** Whether suppliers may see a step of a demand: public states, except reviews, reminders and scoring. */
export const isSupplierVisibleStep = ({ event, toStatus }: Step): boolean =>
  !buyerOnlyEvents.includes(event) && supplierVisibleStatuses.includes(toStatus)

const offerEventLabels: Readonly<Record<string, string>> = {
  create: '存为草稿',
  save: '存为草稿',
  submit: '提交报价',
  accept: '需求方选定了本报价',
  reject: '需求方未采纳本报价',
  withdraw: '撤回报价',
  expire: '超过有效期，报价失效',
  lose: '需求方选定了其他报价',
  open: '报价截止，密封报价开启',
  fall: '订单未成立，报价结束',
  revive: '中选方订单未成立，报价恢复',
}

const statusLabel = (labels: Readonly<Record<string, { readonly label: string }>>, status: string) =>
  labels[status]?.label ?? status

/** Label of a demand's history step. */
export const demandStepLabel = (step: Step): string =>
  demandEventLabels[step.event] ?? `状态变为${statusLabel(demandLabels, step.toStatus)}`

/** Label of an offer's history step; submitting again creates a new version. */
export const offerStepLabel = (step: Step): string =>
  step.event === 'submit' && step.fromStatus === 'submitted'
    ? '更新报价'
    : (offerEventLabels[step.event] ?? `状态变为${statusLabel(offerLabels, step.toStatus)}`)
