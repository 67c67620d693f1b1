import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { ApprovalRules as Rules, RuleInput } from '../../../contract/orders/requisitions.ts'
import { permissionName } from '../../../domain/accounts/permissions.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import {
  approvalActionLabels,
  conditionText,
  maxDelegationDays,
} from '../../../domain/orders/requisitions/approval-rules.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/requisitions/approval-rules.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { RuleForm } from './RuleForm.tsx'

const card = 'rounded-lg border border-line bg-surface p-4 md:p-6'
/** Says how a change ended: the words of the refusal, or what was done. */
const tell = (done: string) => (refusal: string | null) =>
  refusal === null ? toast.success(done) : toast.error(refusal)

type RuleProps = { rule: RuleInput; at: number; rules: Rules; onRemove: () => void }

const Rule = ({ rule, at, rules, onRemove }: RuleProps) => {
  const people = new Map(rules.approvers.map(({ userId, name }) => [userId, name]))
  const names = {
    category: (id: number) => rules.categories.find((each) => each.id === id)?.name ?? '',
    costCentre: (code: string) => code,
  }
  const who = ({ people: ids, permissions }: RuleInput['steps'][number]) =>
    [
      ...ids.map((id) => people.get(id) ?? '已不能审批的成员'),
      ...permissions.map((code) => `有“${permissionName(code)}”权限的成员`),
    ].join('、')
  return (
    <li className="px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-medium wrap-anywhere">{rule.name}</h2>
        <Tag label={approvalActionLabels[rule.action]} />
        {rules.mayChange && (
          <span className="ml-auto flex gap-2">
            <Button
              size="sm"
              className="max-md:h-11"
              aria-label={`修改 ${rule.name}`}
              onClick={() => store.openRule(at)}
            >
              修改
            </Button>
            <Button size="sm" className="max-md:h-11" aria-label={`删除 ${rule.name}`} onClick={onRemove}>
              删除
            </Button>
          </span>
        )}
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">{conditionText(rule, yuan, names)}</p>
      <ol className="mt-2 space-y-1 text-sm">
        {rule.steps.map((step, index) => (
          <li key={`${step.name}${index}`} className="wrap-anywhere">
            {index + 1}. {step.name}：<span className="text-ink-2">{who(step)}</span>
          </li>
        ))}
      </ol>
    </li>
  )
}

const RuleList = ({ rules }: { rules: Rules }) => {
  const [removing, setRemoving] = useState<number | null>(null)
  const name = removing === null ? '' : (rules.rules[removing]?.name ?? '')
  const remove = () => {
    if (removing === null) return
    void store.removeRule(removing).then(tell('规则已删除'))
    setRemoving(null)
  }
  return (
    <section className="rounded-lg border border-line bg-surface" aria-label="规则">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line p-4 md:px-6">
        <p className="text-ink-3">
          {rules.version === 0
            ? '尚未设置规则，采购不需要审批'
            : `现行第 ${rules.version} 版；适用的各条规则的步骤都须通过`}
        </p>
        {rules.mayChange && (
          <Button kind="main" className="max-md:h-11 max-md:w-full" onClick={() => store.openRule(null)}>
            新增规则
          </Button>
        )}
      </div>
      {rules.rules.length === 0 ? (
        <EmptyState
          title="暂无审批规则"
          text={
            rules.mayChange
              ? '新增规则后，符合条件的下单、选定报价、变更单与付款须审批通过才会执行。'
              : '修改规则还需要“角色管理”权限。'
          }
        />
      ) : (
        <ul className="divide-y divide-line">
          {rules.rules.map((rule, at) => (
            <Rule key={`${rule.name}${at}`} rule={rule} at={at} rules={rules} onRemove={() => setRemoving(at)} />
          ))}
        </ul>
      )}
      <Confirm
        open={removing !== null}
        danger
        title={`删除规则“${name}”？`}
        text="之后提交的申请不再按它审批；进行中的请购不受影响。"
        confirm="删除"
        onCancel={() => setRemoving(null)}
        onConfirm={remove}
      />
    </section>
  )
}

const DelegationBody = ({ data, people }: { data: Shown['data']; people: Shown['people'] }) => {
  const [to, setTo] = useState<number | null>(null)
  const [day, setDay] = useState('')
  const [fault, setFault] = useState<string>()
  const send = () => {
    if (to === null || day === '') return setFault('请选择同事与截止日期')
    void store.delegateApproval(to, day).then((refusal) => {
      setFault(refusal ?? undefined)
      if (refusal !== null) return
      setTo(null)
      setDay('')
      toast.success('已委托')
    })
  }
  return (
    <>
      {data.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {data.map(({ delegationId, from, to: delegate, until }) => (
            <li key={delegationId} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <span>
                {from.name} 委托 {delegate.name}，至 <time dateTime={until}>{dateTime(until)}</time>
              </span>
              {people.some(({ userId }) => userId === delegate.userId) && (
                <Button
                  size="sm"
                  className="max-md:h-11"
                  aria-label={`结束对 ${delegate.name} 的委托`}
                  onClick={() => void store.endDelegation(delegationId).then(tell('委托已结束'))}
                >
                  结束
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {people.length === 0 ? (
        <p className="mt-3 text-ink-3">没有可以委托的同事：被委托人须有“申请管理”权限。</p>
      ) : (
        <div className="mt-3 grid items-start gap-3 md:grid-cols-[minmax(0,1fr)_220px_auto]">
          <Select
            label="委托给"
            options={people.map(({ userId, name }) => ({ value: userId, label: name }))}
            value={to}
            error={fault}
            onChange={setTo}
          />
          <DateInput label="截止日期" value={day} onChange={setDay} />
          <Button className="max-md:h-11 md:mt-7" onClick={send}>
            委托审批
          </Button>
        </div>
      )}
    </>
  )
}
type Shown = Extract<ReturnType<typeof store.approvalDelegations.get>, { at: 'ready' }>['content']

const Delegations = () => {
  const state = useStore(store.approvalDelegations)
  useEffect(() => void store.loadDelegations(), [])
  return (
    <section className={card} aria-label="审批委托">
      <h2 className="text-lg font-semibold">审批委托</h2>
      <p className="text-sm text-ink-3">
        外出时由同事代为审批，最长 {maxDelegationDays} 天，到期自动结束；您仍可自己审批。受托人不能审批自己的申请。
      </p>
      <AsyncContent
        state={state}
        what="审批委托"
        permission="apply_manage"
        onRetry={() => void store.loadDelegations()}
        frame={(content) => content}
        skeleton={<CardSkeleton lines={2} />}
      >
        {({ data, people }) => <DelegationBody data={data} people={people} />}
      </AsyncContent>
    </section>
  )
}

/** Approval rules and delegations of the company. */
export const ApprovalRules = () => {
  const state = useStore(store.approvalRules)
  useEffect(() => void store.loadApprovalRules(), [])
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold">审批规则</h1>
          <p className="mt-1 text-ink-3">
            规定哪些采购须审批、由谁审批。
            <a href={links.helpArticle(3318)} className="text-accent underline">
              如何设置
            </a>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton href={links.buyerBudgets()}>预算与成本中心</LinkButton>
          <LinkButton href={links.buyerRequisitions({ scope: 'waiting' })}>请购审批</LinkButton>
        </div>
      </div>
      <div className="space-y-4">
        <AsyncContent
          state={state}
          what="审批规则"
          permission="apply_manage"
          onRetry={() => void store.loadApprovalRules()}
          frame={cardFrame}
          skeleton={<CardSkeleton lines={6} className="min-h-[300px]" />}
        >
          {(rules) => (
            <div className="space-y-4">
              <RuleList rules={rules} />
              <RuleForm rules={rules} />
            </div>
          )}
        </AsyncContent>
        <Delegations />
      </div>
      <Toaster />
    </>
  )
}
