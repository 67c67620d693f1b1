import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Failure } from '../../../contract/envelope.ts'
import type { ProgrammeCandidateKind } from '../../../contract/projects/programmes.ts'
import { programmeRoleLabels, programmeRoles, type ProgrammeRole } from '../../../domain/projects/programmes.ts'
import * as store from '../../../stores/projects/programmes/programme.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { AsyncContent } from '../../list/AsyncContent.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'

const words: Readonly<
  Record<ProgrammeCandidateKind, { readonly title: string; readonly what: string; readonly hint: string }>
> = {
  demand: { title: '归入需求', what: '需求', hint: '需求标题或编号' },
  order: { title: '归入订单', what: '订单', hint: '订单标题或编号' },
  conversation: { title: '关联沟通', what: '沟通', hint: '对方名称' },
  person: { title: '添加成员', what: '同事', hint: '姓名或登录名' },
}

export const programmeRoleOptions = programmeRoles.map((role) => ({ value: role, label: programmeRoleLabels[role] }))

/** Adds a candidate to the shown programme. */
function add(kind: ProgrammeCandidateKind, itemId: number, role: ProgrammeRole): Promise<Failure | null> {
  if (kind === 'person') return store.saveMember(itemId, role)
  return kind === 'conversation' ? store.setConversation(itemId, true) : store.setItem(kind, itemId, true)
}

/** Chooses demands, orders, own conversations or colleagues for the shown programme; stays open for several. */
export const ProgrammePicker = ({ kind, onClose }: { kind: ProgrammeCandidateKind; onClose: () => void }) => {
  const state = useStore(store.candidates)
  const [keyword, setKeyword] = useState('')
  const [role, setRole] = useState<ProgrammeRole>('member')
  const [busy, setBusy] = useState<number | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { title, what, hint } = words[kind]
  useEffect(() => void store.findCandidates(kind, '', true), [kind])
  const search = (word: string) => {
    setKeyword(word)
    void store.findCandidates(kind, word)
  }
  const choose = async (itemId: number) => {
    setBusy(itemId)
    setFailure(await add(kind, itemId, role))
    await store.findCandidates(kind, keyword)
    setBusy(null)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width="md"
      form="sheet"
      actions={<Button onClick={onClose}>完成</Button>}
    >
      <div className="space-y-4">
        {failure !== null && <Notice tone="bad" title={failure.message} />}
        {kind === 'person' && (
          <Select label="角色" options={programmeRoleOptions} value={role} onChange={setRole} className="md:w-44" />
        )}
        <ListSearch placeholder={hint} keyword={keyword} onSearch={search} />
        <AsyncContent
          state={state}
          what={what}
          onRetry={() => void store.findCandidates(kind, keyword)}
          skeleton={<span className="skeleton block h-40" />}
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState size="cell" title={`没有可以添加的${what}`} />
            ) : (
              <ul className="divide-y divide-line" aria-label={`可以添加的${what}`}>
                {rows.map(({ itemId, name, note }) => (
                  <li key={itemId} className="flex items-center justify-between gap-3 py-2">
                    <span className="min-w-0">
                      <span className="block wrap-anywhere">{name}</span>
                      {note !== '' && <span className="block text-sm text-ink-3">{note}</span>}
                    </span>
                    <Button
                      size="sm"
                      className="shrink-0 max-md:h-11"
                      busy={busy === itemId}
                      disabled={busy !== null && busy !== itemId}
                      aria-label={`添加 ${name}`}
                      onClick={() => void choose(itemId)}
                    >
                      添加
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </AsyncContent>
      </div>
    </Dialog>
  )
}
