import { Search, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { isComposing } from '../../ui/form/ime.ts'

type Props = {
  value: string
  label: string
  onChange: (value: string) => void
  onEnd: () => void
  focused?: boolean | undefined
}

/** Search field for names and messages; Esc ends the search. */
export const SearchField = ({ value, label, onChange, onEnd, focused = false }: Props) => {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event) || (value === '' && !focused)) return
    event.stopPropagation()
    onEnd()
  }
  return (
    <div className="relative">
      <Search className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
      <input
        type="text"
        className="h-8 w-full rounded-md border border-line-control bg-surface px-8 text-sm hover:border-ink-2 focus:border-accent focus:outline-3 focus:outline-offset-0 focus:outline-accent/25 max-md:h-11 max-md:text-base"
        placeholder={label}
        aria-label={label}
        maxLength={30}
        value={value}
        autoFocus={focused}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
      />
      {value !== '' && (
        <button
          type="button"
          className="absolute inset-y-0 right-0 grid w-8 place-items-center text-ink-3 hover:text-ink max-md:w-11"
          aria-label="清空搜索"
          onClick={() => onChange('')}
        >
          <X className="size-4" />
        </button>
      )}
    </div>
  )
}
