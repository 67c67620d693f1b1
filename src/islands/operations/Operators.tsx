import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { OperatorRow } from '../../contract/operations/operators.ts'
import {
  operatorPermissions,
  operatorRoles,
  operatorRoleTable,
  type OperatorRole,
} from '../../domain/operations/operator-roles.ts'
import { dateTime } from '../../domain/time.ts'
import { fieldErrorsOf } from '../../stores/field-errors.ts'
import {
  changeOperator,
  closeOperator,
  loadOperators,
  openOperator,
  operatorForm,
  operators,
  saveOperator,
} from '../../stores/operations/operators.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { ListFrame } from '../list/ListFrame.tsx'

const rolesText = (roles: readonly OperatorRole[]) => roles.map((role) => operatorRoleTable[role].label).join('、')

const RoleChoices = ({ roles }: { roles: readonly OperatorRole[] }) => (
  <fieldset className="space-y-2">
    <legend className="mb-1.5 font-medium">运营角色</legend>
    {operatorRoles.map((role) => (
      <Checkbox
        key={role}
        className="w-full"
        checked={roles.includes(role)}
        onChange={({ target }) =>
          changeOperator({ roles: target.checked ? [...roles, role] : roles.filter((each) => each !== role) })
        }
      >
        {operatorRoleTable[role].label}
        <span className="block text-sm text-ink-3">
          {operatorRoleTable[role].permissions.map((permission) => operatorPermissions[permission]).join('；')}
        </span>
      </Checkbox>
    ))}
  </fieldset>
)

/** Form of an operator's roles. */
const OperatorDialog = () => {
  const form = useStore(operatorForm)
  const [tried, setTried] = useState(false)
  if (form === null) return null
  const { operator, loginName, roles, reason, sending, failure } = form
  const faults = failure === null ? [] : fieldErrorsOf(failure)
  const faultOf = (name: string) => faults.find(({ field }) => field === name)?.message
  const removes = operator !== null && roles.length === 0
  const send = () => {
    setTried(true)
    if (reason.trim() === '' || loginName.trim() === '' || (operator === null && roles.length === 0)) return
    void saveOperator().then((saved) => {
      if (!saved) return
      setTried(false)
      toast.success(removes ? '已取消运营身份' : '已设置运营角色')
    })
  }
  return (
    <Dialog
      open
      width="md"
      onClose={closeOperator}
      title={operator === null ? '添加运营人员' : `设置角色：${operator.realName || operator.loginName}`}
      text="下一次操作起生效。正式环境中，运营人员须先开启两步验证。"
      actions={
        <>
          <Button onClick={closeOperator}>取消</Button>
          <Button kind={removes ? 'danger' : 'main'} busy={sending} onClick={send}>
            {removes ? '取消运营身份' : '保存'}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure !== null && faults.length === 0 && <Notice tone="bad" title={failure.message} />}
        {operator === null && (
          <Input
            label="登录名"
            required
            hint="已注册账号的登录名"
            value={loginName}
            error={tried && loginName.trim() === '' ? '请填写登录名' : faultOf('loginName')}
            onChange={({ target }) => changeOperator({ loginName: target.value })}
          />
        )}
        <RoleChoices roles={roles} />
        {tried && operator === null && roles.length === 0 && <Notice tone="bad" title="请至少选择一个角色" />}
        <Textarea
          label="原因"
          required
          rows={2}
          maxLength={200}
          typed={reason.length}
          hint="写入操作记录"
          value={reason}
          error={tried && reason.trim() === '' ? '请写明原因' : faultOf('reason')}
          onChange={({ target }) => changeOperator({ reason: target.value })}
        />
      </div>
    </Dialog>
  )
}

const columns: readonly Column<OperatorRow>[] = [
  {
    key: 'name',
    head: '运营人员',
    className: 'min-w-40',
    cell: ({ realName, loginName, companyName }) => (
      <>
        <span className="font-medium">{realName || loginName}</span>
        <span className="block text-sm text-ink-3">
          {loginName}
          {companyName !== '' && `，${companyName}`}
        </span>
      </>
    ),
  },
  { key: 'roles', head: '角色', className: 'min-w-40', cell: ({ roles }) => rolesText(roles) || '未设置' },
  {
    key: 'state',
    head: '两步验证',
    className: 'whitespace-nowrap',
    cell: ({ hasTwoFactor, locked }) =>
      locked ? (
        <StateBadge tone="bad" label="已停用" />
      ) : (
        <StateBadge tone={hasTwoFactor ? 'good' : 'act'} label={hasTwoFactor ? '已开启' : '未开启'} />
      ),
  },
  {
    key: 'seen',
    head: '最近使用',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? '从未登录' : dateTime(lastSeenAt)),
  },
  {
    key: 'do',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) =>
      row.isSelf ? (
        <span className="text-sm text-ink-3">本人</span>
      ) : (
        <Button
          size="sm"
          className="max-md:h-11"
          aria-label={`设置角色：${row.loginName}`}
          onClick={() => openOperator(row)}
        >
          设置角色
        </Button>
      ),
  },
]

/** Operators of the platform with their roles, for administrators. */
export const Operators = () => {
  const state = useStore(operators)
  useEffect(() => void loadOperators(), [])
  const paged =
    state.at === 'ready' ? { ...state, content: { total: state.content.length, data: state.content } } : state
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">运营人员</h1>
        <Button kind="main" className="max-md:h-11" onClick={() => openOperator(null)}>
          添加运营人员
        </Button>
      </div>
      <ListFrame
        state={paged}
        what="运营人员"
        onRetry={() => void loadOperators()}
        page={{
          size: Math.max(1, paged.at === 'ready' ? paged.content.total : 1),
          current: 1,
          onChange: () => undefined,
        }}
        empty={<EmptyState title="暂无运营人员" />}
      >
        {({ data }) => <DataTable caption="运营人员" columns={columns} rows={data} rowKey={({ userId }) => userId} />}
      </ListFrame>
      <OperatorDialog />
      <Toaster />
    </>
  )
}
