import { useStore } from '@nanostores/react'
import type { ApiKeyRow } from '../../../contract/accounts/open-api.ts'
import { apiKeyLabels, apiKeyPermissions, maxApiKeyName } from '../../../domain/accounts/api-keys.ts'
import { permissionName } from '../../../domain/accounts/permissions.ts'
import { date, dateTime } from '../../../domain/time.ts'
import { dateInput, daysAfter } from '../../../domain/time-input.ts'
import * as store from '../../../stores/accounts/open-api/api-keys.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { FilteredList } from '../../list/FilteredList.tsx'
import { ShownOnce } from './ShownOnce.tsx'

const defaultDays = 180

const Name = ({ row }: { row: ApiKeyRow }) => (
  <>
    <span className="font-medium wrap-anywhere">{row.name}</span>
    <span className="flex flex-wrap gap-x-3 text-sm text-ink-3">
      <code>{row.prefix}…</code>
      <span>{row.by} 新建</span>
    </span>
  </>
)

/** What the key may do now, and why less than was given. */
const Rights = ({ row: { permissions, present, giverGone, state } }: { row: ApiKeyRow }) => {
  const lost = permissions.filter((permission) => !present.includes(permission))
  return (
    <>
      <span>{permissions.map(permissionName).join('、')}</span>
      {state === 'active' && giverGone && (
        <span className="block text-sm text-warn">新建者已不在本企业，密钥不能使用</span>
      )}
      {state === 'active' && !giverGone && lost.length > 0 && (
        <span className="block text-sm text-warn">新建者已没有：{lost.map(permissionName).join('、')}</span>
      )}
    </>
  )
}

const networksText = ({ networks }: ApiKeyRow) => (networks.length === 0 ? '不限' : networks.join('、'))
const lastUse = ({ lastUsedAt }: ApiKeyRow) => (lastUsedAt === null ? '尚未使用' : dateTime(lastUsedAt))

const Revoke = ({ row: { keyId, name, state } }: { row: ApiKeyRow }) =>
  state === 'active' ? (
    <Button
      size="sm"
      className="max-md:h-11"
      aria-label={`撤销：${name}`}
      onClick={() => store.keyRevocation.open({ keyId, name })}
    >
      撤销
    </Button>
  ) : null

const columns: readonly Column<ApiKeyRow>[] = [
  { key: 'name', head: '密钥', className: 'min-w-40', cell: (row) => <Name row={row} /> },
  { key: 'rights', head: '权限', className: 'min-w-40', cell: (row) => <Rights row={row} /> },
  {
    key: 'networks',
    head: '允许的网络',
    className: 'wrap-anywhere',
    cell: (row) => networksText(row),
  },
  { key: 'until', head: '有效期至', className: 'whitespace-nowrap', cell: ({ expiresAt }) => date(expiresAt) },
  { key: 'used', head: '最近使用', className: 'whitespace-nowrap tabular-nums', cell: (row) => lastUse(row) },
  {
    key: 'state',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: ({ state }) => <StateBadge {...apiKeyLabels[state]} />,
  },
  { key: 'do', head: '操作', isActions: true, align: 'right', cell: (row) => <Revoke row={row} /> },
]

const PhoneRow = ({ row }: { row: ApiKeyRow }) => (
  <>
    <div className="flex items-start justify-between gap-3">
      <span className="min-w-0">
        <Name row={row} />
      </span>
      <StateBadge {...apiKeyLabels[row.state]} />
    </div>
    <p className="mt-2">
      <Rights row={row} />
    </p>
    <p className="text-sm text-ink-3">
      允许的网络：{networksText(row)}；有效期至 {date(row.expiresAt)}；最近使用：{lastUse(row)}
    </p>
    <div className="mt-2">
      <Revoke row={row} />
    </div>
  </>
)

const Create = () => (
  <Button
    kind="main"
    className="max-md:h-11"
    onClick={() => store.openNewKey(dateInput(daysAfter(new Date().toISOString(), defaultDays)))}
  >
    新建密钥
  </Button>
)

const KeyForm = () => {
  const form = useForm(store.keyForm)
  const { values, text, picker, error } = form
  if (values === null) return null
  return (
    <FormDialog
      form={form}
      title="新建密钥"
      text="程序使用密钥时以您的名义操作，权限不超出密钥的权限，也不超出您当时的权限。"
      submit="新建"
      onSubmit={() => void store.saveKey()}
      onClose={store.closeKeyDialog}
    >
      <Input
        label="名称"
        required
        maxLength={maxApiKeyName}
        autoComplete="off"
        placeholder="如：ERP 采购对接"
        {...text('name')}
      />
      <Field label="权限" group required error={error('permissions')}>
        {(ids, labelId) => (
          <div
            role="group"
            aria-labelledby={labelId}
            aria-describedby={ids['aria-describedby']}
            className="grid gap-2 sm:grid-cols-2"
          >
            {apiKeyPermissions.map((permission) => (
              <Checkbox
                key={permission}
                checked={values.permissions.includes(permission)}
                onChange={(event) => store.toggleKeyPermission(permission, event.target.checked)}
              >
                {permissionName(permission)}
              </Checkbox>
            ))}
          </div>
        )}
      </Field>
      <DateInput label="有效期至" required hint="最长一年；到期后请换用新的密钥" {...picker('expiresOn')} />
      <Textarea
        label="允许的网络"
        rows={2}
        maxLength={1000}
        hint="选填。IP 地址或网段，如 203.0.113.0/24，多个以空格或换行分隔；不填为不限。"
        {...text('networks')}
      />
    </FormDialog>
  )
}

const KeyDialogs = () => {
  const now = useStore(store.keyDialog)
  const revocation = useStore(store.keyRevocation.state)
  return (
    <>
      {now.is === 'new' && <KeyForm />}
      {now.is === 'made' && (
        <ShownOnce
          title={`已新建密钥 ${now.name}`}
          what="密钥"
          secret={now.key}
          note="请存放在程序的安全配置中，不要写入代码或发给他人。"
          onClose={store.closeKeyDialog}
        />
      )}
      {revocation !== null && (
        <Confirm
          open
          danger
          title={`撤销密钥 ${revocation.subject.name}？`}
          text={revocation.failure?.message ?? '撤销即时生效，使用它的程序将不能再调用，且不能恢复。'}
          confirm="撤销"
          busy={revocation.sending}
          onCancel={store.keyRevocation.close}
          onConfirm={() => void store.keyRevocation.submit().then((done) => done && toast.success('已撤销'))}
        />
      )}
    </>
  )
}

/** API keys of the company. */
export const ApiKeys = ({ search }: { search: string }) => (
  <>
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-2">程序以密钥调用接口。密钥只在新建时显示一次，平台只保存其校验值。</p>
      <Create />
    </div>
    <FilteredList
      list={store.keyList}
      search={search}
      what="密钥"
      permission="role_manage"
      tabs={{ label: '密钥状态', labelOf: (state) => apiKeyLabels[state] }}
      empty={
        <EmptyState title="暂无密钥" text="新建密钥后，ERP 等系统即可查询订单、回填单号、提交需求。">
          <Create />
        </EmptyState>
      }
    >
      {({ data }) => (
        <DataTable
          caption="密钥"
          rows={data}
          rowKey={({ keyId }) => keyId}
          columns={columns}
          phone={(row) => <PhoneRow row={row} />}
        />
      )}
    </FilteredList>
    <KeyDialogs />
  </>
)
