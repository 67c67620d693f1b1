import { useStore } from '@nanostores/react'
import { permissions, resourceTree, type Permission } from '../../../domain/accounts/permissions.ts'
import { branchState, type Branch } from '../../../domain/accounts/role-tree.ts'
import * as store from '../../../stores/accounts/roles/role-form.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Field } from '../../../ui/form/Field.tsx'

type Rights = ReadonlySet<Permission>
const lacking = '您自己没有此项权限，不能授予'

const noteId = (code: Permission) => `right-${code}`

/** Description of a permission, below its checkbox. */
const Note = ({ code, text }: { code: Permission; text: string }) => (
  <p id={noteId(code)} className="pl-6 text-sm text-ink-3">
    {text}
  </p>
)

const BranchRow = ({ branch, chosen, held }: { branch: Branch; chosen: Rights; held: Rights }) => {
  const state = branchState(branch, chosen, held)
  const codes = [branch.code, ...branch.children.map(({ code }) => code)]
  const off = !codes.some((code) => held.has(code))
  const alone =
    branch.children.length > 0 && chosen.has(branch.code) && !branch.children.some(({ code }) => chosen.has(code))
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[180px_minmax(0,1fr)]">
      <Checkbox
        checked={state === 'on'}
        mixed={state === 'some'}
        disabled={off}
        title={off ? lacking : undefined}
        aria-describedby={branch.children.length === 0 ? noteId(branch.code) : undefined}
        onChange={() => store.toggleRoleBranch(branch)}
      >
        <span className="font-medium">{branch.name}</span>
        {alone && <span className="ml-1 text-sm text-ink-3">仅查看</span>}
      </Checkbox>
      {branch.children.length === 0 && <Note code={branch.code} text={branch.note} />}
      {branch.children.length > 0 && (
        <ul className="grid grid-cols-2 gap-x-4 gap-y-2 lg:grid-cols-3" aria-label={branch.name}>
          {branch.children.map(({ code, name, note }) => (
            <li key={code}>
              <Checkbox
                checked={chosen.has(code)}
                aria-describedby={noteId(code)}
                disabled={!held.has(code)}
                title={held.has(code) ? undefined : lacking}
                onChange={() => store.toggleRolePermission(branch, code)}
              >
                {name}
              </Checkbox>
              <Note code={code} text={note} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/**
 * Permission tree as checkboxes: a branch selects all below it; permissions that the user lacks are disabled with a
 * reason.
 */
export const RoleTree = ({ chosen, error }: { chosen: readonly Permission[]; error?: string | undefined }) => {
  const held = useStore(store.heldPermissions)
  return (
    <Field label="权限" group required error={error} hint="收回的权限在对方的下一次操作即失效">
      {(ids, labelId) => (
        <div role="group" aria-labelledby={labelId} aria-describedby={ids['aria-describedby']} data-fault={error && ''}>
          {held.at === 'loading' && (
            <span className="skeleton block h-96 w-full" role="status" aria-label="权限加载中" />
          )}
          {held.at === 'failed' && (
            <p className="flex items-center gap-3 text-ink-2" role="alert">
              权限加载失败：{held.failure.message}
              <Button size="sm" busy={held.retrying} onClick={() => void store.loadHeldPermissions()}>
                重试
              </Button>
            </p>
          )}
          {held.at === 'ready' && held.content.size < permissions.length && (
            <p className="mb-2 text-sm text-ink-2">灰色的是您自己没有的权限，不能授予；需要时请主账号设置。</p>
          )}
          {held.at === 'ready' && (
            <ul className="divide-y divide-line rounded-md border border-line">
              {resourceTree.map((branch) => (
                <BranchRow key={branch.code} branch={branch} chosen={new Set(chosen)} held={held.content} />
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}
