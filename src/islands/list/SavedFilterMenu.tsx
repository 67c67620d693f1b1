import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { useStore } from '@nanostores/react'
import { Bookmark, X } from 'lucide-react'
import { useEffect, useState, type SubmitEvent } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import type { SavedFilters } from '../../stores/accounts/saved-filters.ts'
import { Button } from '../../ui/button/Button.tsx'
import { buttonClass } from '../../ui/button/button-class.ts'
import { Fault } from '../../ui/form/Fault.tsx'
import { controlClass, popClass } from '../../ui/form/control-class.ts'
import { labelPortalContainer } from '../../ui/overlay/portal-landmark.ts'

type Props = {
  filters: SavedFilters
  /** Query of the address of what is filtered now; '' if nothing is. */
  query: string
  onApply: (query: string) => void
}

const Panel = ({ filters, query, onApply }: Props) => {
  const state = useStore(filters.state)
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(() => void filters.load(), [filters])
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    void filters.save(name.trim(), query).then((refused) => {
      setFailure(refused)
      if (refused === null) setName('')
    })
  }
  return (
    <>
      {state.at === 'failed' && (
        <p className="py-1 text-sm">
          常用筛选加载失败，
          <button type="button" className="text-accent underline" onClick={() => void filters.load()}>
            请重试
          </button>
        </p>
      )}
      {state.at === 'loading' && <p className="py-1 text-sm text-ink-3">加载中…</p>}
      {state.at === 'ready' && state.content.data.length === 0 && (
        <p className="py-1 text-sm text-ink-3">暂无常用筛选。设置条件后，可在这里保存。</p>
      )}
      {state.at === 'ready' && state.content.data.length > 0 && (
        <ul aria-label="常用筛选">
          {state.content.data.map((one) => (
            <li key={one.savedFilterId} className="flex items-center gap-1">
              <button
                type="button"
                className="min-w-0 flex-1 truncate rounded px-2 py-1.5 text-left hover:bg-surface-2 hover:text-accent"
                onClick={() => onApply(one.query)}
              >
                {one.name}
              </button>
              <button
                type="button"
                className="grid size-8 shrink-0 place-items-center text-ink-3 hover:text-bad max-md:size-11"
                aria-label={`删除常用筛选 ${one.name}`}
                onClick={() => void filters.remove(one).then(setFailure)}
              >
                <X className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {query !== '' && (
        <form className="mt-2 flex items-center gap-2 border-t border-line pt-3" onSubmit={save}>
          <input
            className={controlClass()}
            placeholder="为当前筛选命名"
            aria-label="常用筛选名称"
            maxLength={20}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" kind="main" className="shrink-0" disabled={name.trim() === ''}>
            保存
          </Button>
        </form>
      )}
      {failure !== null && <Fault message={failure.message} alert />}
    </>
  )
}

/** Filters that the person saved for a list: applied, saved under a name, removed. */
export const SavedFilterMenu = (props: Props) => (
  <Popover>
    <PopoverButton className={`${buttonClass({})} max-md:h-11`}>
      <Bookmark className="size-4" />
      常用筛选
    </PopoverButton>
    <PopoverPanel
      ref={labelPortalContainer}
      anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
      role="dialog"
      aria-label="常用筛选"
      className={`${popClass} w-72 p-3!`}
    >
      {({ close }) => (
        <Panel
          {...props}
          onApply={(query) => {
            props.onApply(query)
            close()
          }}
        />
      )}
    </PopoverPanel>
  </Popover>
)
