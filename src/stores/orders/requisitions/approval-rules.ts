import { atom, type ReadableAtom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { failures } from '../../../contract/failures.ts'
import type { ApprovalRules, Delegations, RuleInput } from '../../../contract/orders/requisitions.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { formatYuanInput, parseFen } from '../../../domain/money-input.ts'
import type { ApprovalAction } from '../../../domain/orders/requisitions/approval-rules.ts'
import { loadable, type Loaded } from '../../loadable.ts'

const part = loadable<ApprovalRules>()
/** The approval rules of the company in force. */
export const approvalRules: ReadableAtom<Loaded<ApprovalRules>> = part.state
export const loadApprovalRules = (): Promise<void> => part.load(() => api.orders.approvalRules({}))

/** A step as it is edited. */
export interface StepDraft {
  readonly name: string
  readonly people: readonly number[]
  readonly permissions: readonly Permission[]
}
/** A rule as it is edited; amounts in yuan as typed. */
export interface RuleDraft {
  readonly name: string
  readonly action: ApprovalAction
  readonly from: string
  readonly to: string
  readonly categories: readonly number[]
  readonly costCentres: readonly string[]
  readonly steps: readonly StepDraft[]
}
interface RuleDialog {
  /** The rule as it was opened; null = a new one. */
  readonly opened: RuleInput | null
  readonly draft: RuleDraft
  readonly sending: boolean
  /** Message of a field by its name, or of the whole under `rule`. */
  readonly errors: Readonly<Record<string, string>>
}
/** The open form of a rule; null = closed. What is typed stays until the rule is saved or the form is closed. */
export const ruleDialog = atom<RuleDialog | null>(null)

const blankStep: StepDraft = { name: '', people: [], permissions: [] }
const blankRule: RuleDraft = {
  name: '',
  action: 'order',
  from: '',
  to: '',
  categories: [],
  costCentres: [],
  steps: [blankStep],
}

const draftOf = ({ from, to, ...rule }: RuleInput): RuleDraft => ({
  ...rule,
  from: from === 0 ? '' : formatYuanInput(from),
  to: to === null ? '' : formatYuanInput(to),
})

const ready = (): ApprovalRules | null => {
  const now = part.state.get()
  return now.at === 'ready' ? now.content : null
}

export function openRule(index: number | null): void {
  const opened = index === null ? null : (ready()?.rules[index] ?? null)
  ruleDialog.set({ opened, draft: opened === null ? blankRule : draftOf(opened), sending: false, errors: {} })
}
export function closeRule(): void {
  if (ruleDialog.get()?.sending !== true) ruleDialog.set(null)
}
export function editRule(change: Partial<RuleDraft>): void {
  const now = ruleDialog.get()
  if (now === null) return
  const errors = Object.fromEntries(Object.entries(now.errors).filter(([field]) => !(field in change)))
  ruleDialog.set({ ...now, draft: { ...now.draft, ...change }, errors })
}
export function editStep(at: number, change: Partial<StepDraft>): void {
  const now = ruleDialog.get()
  if (now !== null)
    editRule({ steps: now.draft.steps.map((step, each) => (each === at ? { ...step, ...change } : step)) })
}
export function addStep(): void {
  const now = ruleDialog.get()
  if (now !== null) editRule({ steps: [...now.draft.steps, blankStep] })
}
export function removeStep(at: number): void {
  const now = ruleDialog.get()
  if (now !== null) editRule({ steps: now.draft.steps.filter((_step, each) => each !== at) })
}

/** The rule of a form, or the messages of what is wrong. */
function ruleOf(draft: RuleDraft): { readonly rule: RuleInput } | { readonly errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  const name = draft.name.trim()
  if (name === '') errors['name'] = '请填写规则名称'
  const from = draft.from.trim() === '' ? 0 : parseFen(draft.from)
  const to = draft.to.trim() === '' ? null : parseFen(draft.to)
  if (from === null) errors['from'] = '请填写金额，如 10000'
  if (draft.to.trim() !== '' && to === null) errors['to'] = '请填写金额，如 10000'
  if (from !== null && to !== null && to <= from) errors['to'] = '上限须大于下限'
  for (const [at, step] of draft.steps.entries()) {
    if (step.name.trim() === '') errors[`step${at}`] = '请填写步骤名称'
    else if (step.people.length + step.permissions.length === 0) errors[`step${at}`] = '请选择审批人或权限'
  }
  if (draft.steps.length === 0) errors['rule'] = '请至少填写一个审批步骤'
  if (Object.keys(errors).length > 0 || from === null) return { errors }
  const { action, categories, costCentres } = draft
  const steps = draft.steps.map(({ name: step, people, permissions }) => ({
    name: step.trim(),
    people: [...people],
    permissions: [...permissions],
  }))
  return { rule: { name, action, from, to, categories: [...categories], costCentres: [...costCentres], steps } }
}

const missingStep = z.object({ rule: z.number(), step: z.number() })

/** Words of a refusal; a step without approver is named. */
function refusalText({ code, message, content }: Failure, rules: readonly RuleInput[]): string {
  if (code === failures.conflict.code) return '规则刚刚被他人修改，页面已显示最新内容，请核对后再保存'
  const { data } = missingStep.safeParse(content)
  if (code !== failures.ruleApproverMissing.code || data === undefined) return message
  const rule = rules[data.rule]
  return `“${rule?.name ?? ''}”的步骤“${rule?.steps[data.step]?.name ?? ''}”没有可用的审批人：审批人须未停用，并有“申请管理”权限；每人只审批一步`
}

/** Saves all rules as a new version. Returns the words of the refusal; null = saved. */
async function save(rules: readonly RuleInput[]): Promise<string | null> {
  const now = ready()
  if (now === null) return '规则尚未加载，请稍后再试'
  const answer = await api.orders.approvalRulesSave({ version: now.version, rules: [...rules] })
  if (answer.ok) {
    part.update(() => answer.content)
    return null
  }
  if (answer.failure.code === failures.conflict.code) await loadApprovalRules()
  return refusalText(answer.failure, rules)
}

/** The rules with the one of the form in the place of the opened one, or as the last; null = that one is gone. */
function withRule(rules: readonly RuleInput[], opened: RuleInput | null, saved: RuleInput): RuleInput[] | null {
  if (opened === null) return [...rules, saved]
  // Rules have no ids: others may have moved, changed or removed it since.
  const place = rules.findIndex((rule) => isSameRule(rule, opened))
  return place === -1 ? null : rules.with(place, saved)
}

/** Both were read from an answer, whose fields have one order. */
const isSameRule = (one: RuleInput, other: RuleInput): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Saves the rule of the form, once. True on success. */
export async function saveRule(): Promise<boolean> {
  const now = ruleDialog.get()
  const loaded = ready()
  if (now === null || loaded === null || now.sending) return false
  const read = ruleOf(now.draft)
  if ('errors' in read) {
    ruleDialog.set({ ...now, errors: read.errors })
    return false
  }
  const rules = withRule(loaded.rules, now.opened, read.rule)
  if (rules === null) {
    ruleDialog.set({ ...now, errors: { rule: '这条规则已被他人修改或删除，请关闭后在最新规则上重新修改' } })
    return false
  }
  ruleDialog.set({ ...now, sending: true, errors: {} })
  const refusal = await save(rules)
  ruleDialog.set(refusal === null ? null : { ...now, sending: false, errors: { rule: refusal } })
  return refusal === null
}

/** Removes a rule. Returns the words of the refusal; null = removed. */
export async function removeRule(index: number): Promise<string | null> {
  const loaded = ready()
  if (loaded === null) return null
  return save(loaded.rules.filter((_rule, at) => at !== index))
}

const delegationPart = loadable<Delegations>()
/** Delegations of the person in force. */
export const approvalDelegations: ReadableAtom<Loaded<Delegations>> = delegationPart.state
export const loadDelegations = (): Promise<void> => delegationPart.load(() => api.orders.approvalDelegations({}))

/** Delegates until the end of a day in Shanghai. Returns the words of the refusal; null = done. */
export async function delegateApproval(toUserId: number, day: string): Promise<string | null> {
  const answer = await api.orders.approvalDelegate({ toUserId, until: `${day}T23:59:59+08:00` })
  if (answer.ok) {
    delegationPart.update(() => answer.content)
    return null
  }
  const field = z.array(z.object({ message: z.string() })).safeParse(answer.failure.content).data?.[0]
  return field?.message ?? answer.failure.message
}

export async function endDelegation(delegationId: number): Promise<string | null> {
  const answer = await api.orders.approvalDelegationEnd({ delegationId })
  if (!answer.ok) return answer.failure.message
  delegationPart.update(() => answer.content)
  return null
}
