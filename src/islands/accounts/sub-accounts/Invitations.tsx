import { useStore } from '@nanostores/react'
import type { Invitation } from '../../../contract/accounts/invitations.ts'
import {
  invitationLabels,
  isInvitationOpen,
  isInvitationExpired,
  isInvitationDeclined,
} from '../../../domain/accounts/invitations.ts'
import { monthMinute, dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/sub-accounts/invitations.ts'
import * as address from '../../../stores/accounts/sub-accounts/people-query.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { TableSkeleton } from '../../list/TableSkeleton.tsx'
import { ListRows } from '../../list/ListRows.tsx'
import { InvitationConfirm, ResendButton } from './InvitationActions.tsx'
import { Copy } from 'lucide-react'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { copyText } from '../../copy-text.ts'
import { useForm } from '../../form/use-form.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { RolePicker } from '../roles/RolePicker.tsx'

const InvitationForm = () => {
  const form = useForm(store.invitationForm)
  const { values, text, error } = form
  if (values === null) return null
  return (
    <FormDialog
      keeps
      form={form}
      title="邀请加入"
      text="生成一个七天内可用一次的链接，发给您的同事。"
      submit="生成链接"
      onSubmit={() => void store.createInvitation()}
      onClose={store.closeInvitationForm}
    >
      <Input
        label="手机号"
        inputMode="tel"
        maxLength={20}
        autoComplete="off"
        hint="填写后只有该手机号的人可以使用；不填则持有链接的人都可以"
        {...text('mobile')}
      />
      <RolePicker
        chosen={values.roleIds}
        onChange={(roleIds) => store.invitationForm.set('roleIds', roleIds)}
        error={error('roleIds')}
      />
    </FormDialog>
  )
}

/** Dialog of a new invitation link: the form, then the link, which is shown only once. */
const InvitationDialog = () => {
  const now = useStore(store.invitationDialog)
  if (now.at === 'none') return null
  if (now.at !== 'made') return <InvitationForm />
  return (
    <Dialog
      open
      onClose={store.closeInvitationForm}
      width="md"
      form="sheet"
      title="邀请链接已生成"
      text={`有效至 ${dateTime(now.expiresAt)}，只能使用一次。关闭后不再显示，请现在复制。`}
      actions={
        <>
          <Button onClick={store.closeInvitationForm}>关闭</Button>
          <Button kind="main" data-autofocus onClick={() => void copyText(now.url, '链接')}>
            <Copy className="size-4" />
            复制链接
          </Button>
        </>
      }
    >
      <Input
        label="邀请链接"
        readOnly
        value={now.url}
        onFocus={(event) => event.target.select()}
        onChange={() => undefined}
      />
    </Dialog>
  )
}

const columns: Column<Invitation>[] = [
  {
    key: 'for',
    head: '邀请对象',
    className: 'min-w-40',
    cell: (row) => (
      <>
        {row.realName !== '' && <span className="block font-medium">{row.realName}</span>}
        {row.mobile === '' ? '持有链接的人' : row.mobile}
        {row.usedBy !== '' && <span className="block text-sm text-ink-3">{row.usedBy} 已加入</span>}
      </>
    ),
  },
  { key: 'roles', head: '角色', className: 'min-w-32', cell: (row) => row.roles.join('、') || '未分配' },
  {
    key: 'by',
    head: '邀请人',
    className: 'whitespace-nowrap',
    cell: (row) => (
      <>
        {row.createdBy}
        <span className="block text-sm text-ink-3">{monthMinute(row.createdAt)}</span>
      </>
    ),
  },
  {
    key: 'until',
    head: '有效至',
    className: 'whitespace-nowrap',
    cell: (row) => <time dateTime={row.expiresAt}>{monthMinute(row.expiresAt)}</time>,
  },
  {
    key: 'state',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: (row) => <StateBadge {...invitationLabels[row.status]} />,
  },
  {
    key: 'do',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => {
      const bySms = row.realName !== ''
      const mayRevoke =
        isInvitationOpen(row.status) || (bySms && (isInvitationExpired(row.status) || isInvitationDeclined(row.status)))
      return (
        <span className="inline-flex items-center gap-2">
          {bySms && <ResendButton row={row} onDone={() => undefined} />}
          {mayRevoke && (
            <Button size="sm" onClick={() => store.openRevocation(row.invitationId)}>
              撤回
            </Button>
          )}
        </span>
      )
    },
  },
]

/** 邀请: invitation links of the company, and invitations of sub-accounts. */
export const Invitations = ({ query }: { query: address.PeopleQuery }) => {
  const state = useStore(store.invitations)
  return (
    <>
      <ListRows
        state={state}
        what="邀请"
        permission="add_sub_account"
        onRetry={() => void store.loadInvitations()}
        skeleton={<TableSkeleton rows={4} />}
        page={{
          size: store.pageSize,
          current: query.current,
          onChange: (current) => address.setPeopleQuery({ current }),
        }}
        empty={
          <EmptyState title="暂无邀请" text="把链接发给同事，对方登录或注册后即加入贵企业，并得到您选定的角色。">
            <Button onClick={store.openInvitationForm}>邀请加入</Button>
          </EmptyState>
        }
      >
        {({ data }) => <DataTable caption="邀请" columns={columns} rows={data} rowKey={(row) => row.invitationId} />}
      </ListRows>
      <InvitationDialog />
      <InvitationConfirm onDone={() => undefined} />
    </>
  )
}
