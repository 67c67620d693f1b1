import { useState, type ReactNode } from 'react'
import type { Failure } from '../../../contract/envelope.ts'
import type { Programme, ProgrammeCandidateKind } from '../../../contract/projects/programmes.ts'
import { demandLabels } from '../../../domain/demands/demand-states.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { orderLabel } from '../../../domain/orders/order-states.ts'
import {
  includesRole,
  isOpenToRole,
  isProgrammeClosed,
  type ProgrammeRole,
} from '../../../domain/projects/programmes.ts'
import { date, dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/projects/programmes/programme.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { SheetButton } from '../../list/SheetButton.tsx'
import { usePermission } from '../../use-permission.ts'
import { programmeRoleOptions } from './ProgrammePicker.tsx'

export interface SectionProps {
  readonly programme: Programme
  /** Opens the picker. */
  readonly onAdd: (kind: ProgrammeCandidateKind) => void
}

/** Says how a change went. */
export const report = async (done: string, change: Promise<Failure | null>): Promise<void> => {
  const failure = await change
  if (failure === null) toast.success(done)
  else toast.error(failure.message)
}

const mayAdd = ({ role, status }: Programme) => isOpenToRole(role, status)

const Head = ({ children }: { children: ReactNode }) => (
  <div className="mb-3 flex flex-wrap items-center justify-end gap-3 empty:hidden max-md:*:h-11">{children}</div>
)

const RowButton = ({ label, name, onPress }: { label: string; name: string; onPress: () => void }) => (
  <Button size="sm" className="max-md:h-11" aria-label={`${label} ${name}`} onClick={onPress}>
    {label}
  </Button>
)

const titleClass =
  'font-medium wrap-anywhere hover:text-accent hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center'

/** A title that leads to its page for whoever may open it. */
const Title = ({ href, title, note, mayOpen }: { href: string; title: string; note: string; mayOpen: boolean }) => (
  <>
    {mayOpen ? (
      <a href={href} className={titleClass}>
        {title}
      </a>
    ) : (
      <span className="font-medium wrap-anywhere">{title}</span>
    )}
    <span className="block text-sm text-ink-3">{note}</span>
  </>
)

/** Demands of a programme. */
export const ProgrammeDemands = ({ programme, onAdd }: SectionProps) => {
  const mayOpen = usePermission('my_requirement')
  const mayChange = mayOpen && mayAdd(programme)
  const columns: readonly Column<Programme['demandRows'][number]>[] = [
    {
      key: 'demand',
      head: '需求',
      className: 'min-w-60',
      cell: ({ demandId, demandNo, title }) => (
        <Title href={links.buyerDemand(demandId)} title={title} note={demandNo} mayOpen={mayOpen} />
      ),
    },
    { key: 'offers', head: '报价', align: 'right', cell: ({ offers }) => offers },
    { key: 'deadline', head: '报价截止', cell: ({ deadline }) => dateTime(deadline) },
    { key: 'state', head: '状态', cell: ({ status }) => <StateBadge {...demandLabels[status]} /> },
    {
      key: 'do',
      head: '操作',
      isActions: true,
      align: 'right',
      cell: ({ demandId, title }) =>
        mayChange && (
          <RowButton
            label="移出"
            name={title}
            onPress={() => void report('已移出', store.setItem('demand', demandId, false))}
          />
        ),
    },
  ]
  return (
    <>
      <Head>
        {mayChange && (
          <>
            <LinkButton href={links.buyerAddDemand()}>发布需求</LinkButton>
            <Button onClick={() => onAdd('demand')}>归入需求</Button>
          </>
        )}
      </Head>
      <DataTable
        caption="需求"
        rows={programme.demandRows}
        rowKey={({ demandId }) => demandId}
        columns={columns}
        instead={
          programme.demandRows.length === 0 && (
            <EmptyState size="panel" title="暂无需求" text="发布需求时选择该项目，或把已有的需求归入。" />
          )
        }
      />
    </>
  )
}

/** Orders of a programme with their sum. */
export const ProgrammeOrders = ({ programme, onAdd }: SectionProps) => {
  const mayOpen = usePermission('my_orders')
  const mayChange = mayOpen && mayAdd(programme)
  const { orderRows, ordered, paid } = programme
  const columns: readonly Column<Programme['orderRows'][number]>[] = [
    {
      key: 'order',
      head: '订单',
      className: 'min-w-60',
      cell: ({ orderId, orderNo, title, supplier }) => (
        <Title href={links.buyerOrder(orderId)} title={title} note={`${orderNo}，${supplier}`} mayOpen={mayOpen} />
      ),
    },
    {
      key: 'total',
      head: '金额',
      align: 'right',
      className: 'whitespace-nowrap',
      cell: ({ total, paid: received }) => (
        <>
          <span className="block font-medium">¥{yuan(total)}</span>
          <span className="text-sm text-ink-3">已付 ¥{yuan(received)}</span>
        </>
      ),
    },
    { key: 'at', head: '下单日期', className: 'whitespace-nowrap', cell: ({ createdAt }) => date(createdAt) },
    { key: 'state', head: '状态', cell: ({ status }) => <StateBadge {...orderLabel(status, 'buyer')} /> },
    {
      key: 'do',
      head: '操作',
      isActions: true,
      align: 'right',
      cell: ({ orderId, title }) =>
        mayChange && (
          <RowButton
            label="移出"
            name={title}
            onPress={() => void report('已移出', store.setItem('order', orderId, false))}
          />
        ),
    },
  ]
  return (
    <>
      <Head>
        {mayOpen && orderRows.length > 0 && (
          <SheetButton name="programme" label="导出 Excel" onDownload={store.downloadOrders} />
        )}
        {mayChange && <Button onClick={() => onAdd('order')}>归入订单</Button>}
      </Head>
      <DataTable
        caption="订单"
        rows={orderRows}
        rowKey={({ orderId }) => orderId}
        columns={columns}
        instead={
          orderRows.length === 0 && (
            <EmptyState size="panel" title="暂无订单" text="下单时选择该项目，或把已有的订单归入。" />
          )
        }
      />
      {orderRows.length > 0 && (
        <p className="mt-3 text-right">
          合计（不含已拒绝与已取消的）
          <b className="ml-2 text-lg font-semibold tabular-nums">¥{yuan(ordered)}</b>
          <span className="ml-3 text-ink-3 tabular-nums">已付 ¥{yuan(paid)}</span>
        </p>
      )}
    </>
  )
}

/** Conversations linked to a programme; only who takes part in one can open it. */
export const ProgrammeConversations = ({ programme, onAdd }: SectionProps) => (
  <>
    <Head>{mayAdd(programme) && <Button onClick={() => onAdd('conversation')}>关联沟通</Button>}</Head>
    <DataTable
      caption="沟通"
      rows={programme.conversations}
      rowKey={({ conversationId }) => conversationId}
      columns={[
        {
          key: 'name',
          head: '沟通对象',
          className: 'min-w-60',
          cell: ({ conversationId, name, linkedBy, mayOpen }) => (
            <Title
              href={links.conversation(conversationId)}
              title={name}
              note={`由 ${linkedBy} 关联${mayOpen ? '' : '，内容仅沟通双方可见'}`}
              mayOpen={mayOpen}
            />
          ),
        },
        { key: 'at', head: '最近消息', cell: ({ lastAt }) => (lastAt === null ? '暂无消息' : dateTime(lastAt)) },
        {
          key: 'do',
          head: '操作',
          isActions: true,
          align: 'right',
          cell: ({ conversationId, name, mayChange }) =>
            mayChange && (
              <RowButton
                label="取消关联"
                name={name}
                onPress={() => void report('已取消关联', store.setConversation(conversationId, false))}
              />
            ),
        },
      ]}
      instead={
        programme.conversations.length === 0 && (
          <EmptyState size="panel" title="暂无沟通" text="把与供应商的沟通关联到项目，便于同事知道由谁在谈。" />
        )
      }
    />
  </>
)

type Member = Programme['members'][number]

/** A change that is asked for first: a removal, or giving up one's own management. */
interface AskedChange {
  readonly member: Member
  /** null = out of the programme. */
  readonly role: ProgrammeRole | null
}

const roleLabel = (role: ProgrammeRole) => programmeRoleOptions.find(({ value }) => value === role)?.label ?? ''

const questionOf = ({ member: { name, isSelf }, role }: AskedChange) => {
  if (role !== null)
    return {
      title: `将您的角色改为${roleLabel(role)}？`,
      text: '不再是管理者后，须由其他管理者重新设置。',
      confirm: '保存',
    }
  return isSelf
    ? { title: '退出该研发项目？', text: '退出后不能再打开项目与其中的文件，须由管理者重新添加。', confirm: '退出' }
    : { title: `移除“${name}”？`, text: '移除后对方立即不能再打开项目与其中的文件。', confirm: '移除' }
}

/** Asks before a change of members. */
const MemberConfirm = ({ asked, onClose }: { asked: AskedChange; onClose: () => void }) => {
  const [isSending, setSending] = useState(false)
  const { member, role } = asked
  const send = async () => {
    setSending(true)
    if (role === null) await report(member.isSelf ? '已退出' : '已移除', store.removeMember(member.userId))
    else await report('角色已保存', store.saveMember(member.userId, role))
    onClose()
  }
  return (
    <Confirm open danger {...questionOf(asked)} busy={isSending} onCancel={onClose} onConfirm={() => void send()} />
  )
}

/** Members of a programme; managers set their roles. */
export const ProgrammeMembers = ({ programme, onAdd }: SectionProps) => {
  const [asked, setAsked] = useState<AskedChange | null>(null)
  const isManager = includesRole(programme.role, 'manager')
  const mayChange = isManager && !isProgrammeClosed(programme.status)
  const chooseRole = (member: Member, role: ProgrammeRole) => {
    if (role === member.role) return
    if (member.isSelf && member.role === 'manager') setAsked({ member, role })
    else void report('角色已保存', store.saveMember(member.userId, role))
  }
  return (
    <>
      <Head>{mayChange && <Button onClick={() => onAdd('person')}>添加成员</Button>}</Head>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface" aria-label="成员">
        {programme.members.map((member) => {
          const { userId, name, role, isSelf } = member
          return (
            <li key={userId} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 desk:px-6">
              <span className="min-w-0 wrap-anywhere">
                {name}
                {isSelf && <span className="ml-2 text-sm text-ink-3">本人</span>}
                {userId === programme.ownerUserId && <span className="ml-2 text-sm text-ink-3">负责人</span>}
              </span>
              <span className="flex flex-wrap items-center gap-3">
                {mayChange ? (
                  <Select
                    bare
                    label={`${name}的角色`}
                    className="w-32"
                    options={programmeRoleOptions}
                    value={role}
                    onChange={(chosen) => chooseRole(member, chosen)}
                  />
                ) : (
                  <span>{roleLabel(role)}</span>
                )}
                {(isManager || isSelf) && (
                  <RowButton
                    label={isSelf ? '退出' : '移除'}
                    name={isSelf ? '研发项目' : name}
                    onPress={() => setAsked({ member, role: null })}
                  />
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {asked !== null && <MemberConfirm asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
