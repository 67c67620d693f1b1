import { listingLabels } from './listing-states.ts'

/** One step of a listing's history in calls. */
interface Step {
  readonly event: string
  readonly toStatus: string
}

const stepTexts: Readonly<Record<string, string>> = {
  create: '存为草稿',
  save: '存为草稿',
  submit: '提交审核',
  withdraw: '撤回提交',
  pass: '通过审核并上架',
  reject: '未通过审核',
  unlist: '已下架',
  relist: '重新上架',
  suspend: '平台停售',
  release: '平台解除停售',
  change_submit: '提交修改',
  change_withdraw: '撤回修改',
  change_pass: '修改通过审核并生效',
  change_reject: '修改未通过审核',
  change_drop: '放弃修改',
  delete: '已删除',
}
const labels: Readonly<Record<string, { readonly label: string }>> = listingLabels

/** Label of a step in a listing's history. */
export const listingStepText = ({ event, toStatus }: Step): string =>
  stepTexts[event] ?? `状态变为${labels[toStatus]?.label ?? toStatus}`
