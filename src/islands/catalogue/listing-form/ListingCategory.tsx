import { useStore } from '@nanostores/react'
import { Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import * as choices from '../../../stores/catalogue/listing-choices.ts'
import { categoryPath } from '../../../stores/demands/choices.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { controlClass, labelClass } from '../../../ui/form/control-class.ts'
import { isComposing } from '../../../ui/form/ime.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { Fault } from '../../../ui/form/Fault.tsx'

type Props = {
  kind: ListingKind
  value: number | null
  onChange: (categoryId: number) => void
  error?: string | undefined
}

const levels = ['一级类目', '二级类目', '三级类目', '四级类目'] as const

/** Category picker: level by level, or by keyword. */
export const ListingCategory = ({ kind, value, onChange, error }: Props) => {
  const tree = useStore(choices.categories)
  const [typed, setTyped] = useState('')
  const id = useId()
  useEffect(() => void choices.loadCategories(kind), [kind])
  const all = tree.at === 'ready' ? tree.content : []
  const path = categoryPath(all, value)
  const found = choices.findCategories(all, typed)
  const take = (categoryId: number) => {
    onChange(categoryId)
    setTyped('')
  }
  return (
    <fieldset data-fault={error ? '' : undefined} aria-describedby={error ? `${id}fault` : undefined}>
      <legend className={labelClass}>
        类目
        <span className="text-bad" aria-hidden>
          *
        </span>
      </legend>
      <div className="grid gap-3 md:grid-cols-2 desk:grid-cols-4">
        {levels.map((name, level) => {
          const list = level === 0 ? all : (path[level - 1]?.childList ?? [])
          return (
            <Select
              key={name}
              bare
              error={level === 0 ? error : undefined}
              label={name}
              placeholder={tree.at === 'loading' && level === 0 ? '读取中' : name}
              options={list.map(({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName }))}
              value={path[level]?.categoryId ?? null}
              onChange={onChange}
              disabled={list.length === 0}
            />
          )
        })}
      </div>
      <div className="relative mt-3 md:max-w-96">
        <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3" />
        <input
          type="search"
          className={`${controlClass()} pl-9!`}
          placeholder="或搜索类目，如：药代、色谱柱"
          aria-label="搜索类目"
          maxLength={20}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            const [first] = found
            if (!isComposing(event) && first !== undefined) take(first.categoryId)
          }}
        />
      </div>
      {typed.trim() !== '' && tree.at === 'ready' && (
        <ul className="mt-2 max-h-60 overflow-y-auto rounded-lg border border-line p-1" aria-label="找到的类目">
          {found.length === 0 && <li className="px-3 py-2 text-ink-3">没有这样的类目，换个词试试。</li>}
          {found.map(({ categoryId, path }) => (
            <li key={categoryId}>
              <button
                type="button"
                className="w-full rounded-md px-3 py-2 text-left hover:bg-surface-2 max-md:min-h-11"
                onClick={() => take(categoryId)}
              >
                {path}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Fault id={`${id}fault`} message={error} />
      {tree.at === 'failed' && (
        <p className="mt-1.5 text-sm text-ink-2" role="alert">
          类目没有读到，
          <Button kind="link" onClick={() => void choices.loadCategories(kind)}>
            重试
          </Button>
        </p>
      )}
      <p className="mt-1.5 text-sm text-ink-3">至少选到二级；选得越细，买家越容易筛选到。</p>
    </fieldset>
  )
}
