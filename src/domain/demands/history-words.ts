import { demandLabels } from './demand-states.ts'
import { offerLabels } from './offer-states.ts'

/** One step of a history as the calls give it. */
interface Step {
  readonly event: string
  readonly fromStatus: string
  readonly toStatus: string
}

const demandWords: Readonly<Record<string, string>> = {
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
  award: '选定报价并生成订单',
  close: '需求已关闭',
  delete: '需求已删除',
  reopen: '需求重新开放报价',
  expire: '超过 30 天未定标，需求过期',
  revive: '订单未成立，恢复评选',
  remind: '已提醒需求方报价即将截止',
}

/** Steps of a demand that are the buyer's own, whatever state they lead to: reviews of changes, reminders. */
export const buyersOwnEvents = ['remind', 'change_submit', 'change_pass', 'change_reject', 'change_drop']
/** States of a demand that its suppliers are told of. */
export const toldStatuses = ['open', 'evaluating', 'awarded', 'closed', 'expired']

/** What of a demand its suppliers are told: from its opening on, changes and decisions; reviews and reminders are the buyer's. */
export const stepConcernsSuppliers = ({ event, toStatus }: Step): boolean =>
  !buyersOwnEvents.includes(event) && toldStatuses.includes(toStatus)

const offerWords: Readonly<Record<string, string>> = {
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

const label = (labels: Readonly<Record<string, { readonly label: string }>>, status: string) =>
  labels[status]?.label ?? status

/** What happened to a demand, in words. */
export const demandStepWords = (step: Step): string =>
  demandWords[step.event] ?? `状态变为${label(demandLabels, step.toStatus)}`

/** What happened to an offer, in words; submitting again is a new version. */
export const offerStepWords = (step: Step): string =>
  step.event === 'submit' && step.fromStatus === 'submitted'
    ? '更新报价'
    : (offerWords[step.event] ?? `状态变为${label(offerLabels, step.toStatus)}`)
