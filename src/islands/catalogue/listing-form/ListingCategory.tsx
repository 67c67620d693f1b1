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
import type { Attribute } from '../../../domain/catalogue/attributes.ts'
import { attributesState, loadAttributes } from '../../../stores/catalogue/listing-attributes.ts'
import type { ListingValues } from '../../../stores/catalogue/listing-values.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { useListing } from './use-listing.ts'

type Props = {
  kind: ListingKind
  value: number | null
  onChange: (categoryId: number) => void
  error?: string | undefined
}

const levels = ['一级分类', '二级分类', '三级分类', '四级分类'] as const

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
        分类
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
          placeholder="或搜索分类，如：药代、色谱柱"
          aria-label="搜索分类"
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
        <ul className="mt-2 max-h-60 overflow-y-auto rounded-lg border border-line p-1" aria-label="找到的分类">
          {found.length === 0 && <li className="px-3 py-2 text-ink-3">暂无该分类，请更换关键词。</li>}
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
          分类加载失败，
          <Button kind="link" onClick={() => void choices.loadCategories(kind)}>
            重试
          </Button>
        </p>
      )}
      <p className="mt-1.5 text-sm text-ink-3">至少选到二级；选得越细，买家越容易筛选到。</p>
    </fieldset>
  )
}

/** Standard attributes of the category. */
export const ListingAttributes = ({ values }: { values: ListingValues }) => {
  const state = useStore(attributesState)
  if (state.at === 'none') return <p className="text-ink-3">选择分类后，这里会列出该分类要填写的属性。</p>
  if (state.at === 'loading')
    return (
      <div className="grid gap-5 md:grid-cols-3" aria-label="属性加载中" role="status">
        {[1, 2, 3].map((each) => (
          <span key={each} className="skeleton block h-16" />
        ))}
      </div>
    )
  if (state.at === 'failed')
    return (
      <p role="alert">
        属性加载失败，
        <Button kind="link" onClick={() => void loadAttributes(state.categoryId)}>
          重试
        </Button>
      </p>
    )
  if (state.attributes.length === 0) return <p className="text-ink-3">该分类没有固定的属性，可在“参数”中自行填写。</p>
  return (
    <div className="grid items-start gap-5 md:grid-cols-2 desk:grid-cols-3">
      {state.attributes.map((attribute) => (
        <AttributeField key={attribute.code} attribute={attribute} values={values} />
      ))}
    </div>
  )
}

const none = '不填'

const AttributeField = ({ attribute, values }: { attribute: Attribute; values: ListingValues }) => {
  const { code, name, input, options, unit, required } = attribute
  const { fault, set } = useListing(values)
  const given = values.attributes[code] ?? []
  const error = fault(`attributes.${code}`)
  const give = (now: string[]) => set('attributes', { ...values.attributes, [code]: now })
  const shared = { label: name, required: required || undefined, error }
  if (input === 'multi')
    return (
      <div data-fault={error ? '' : undefined} className="md:col-span-2 desk:col-span-3">
        <Field {...shared} group>
          {(_ids, labelId) => (
            <div role="group" aria-labelledby={labelId} className="flex flex-wrap gap-x-6 gap-y-2">
              {options.map((option) => (
                <Checkbox
                  key={option}
                  checked={given.includes(option)}
                  onChange={(event) =>
                    give(event.target.checked ? [...given, option] : given.filter((each) => each !== option))
                  }
                >
                  {option}
                </Checkbox>
              ))}
            </div>
          )}
        </Field>
      </div>
    )
  if (input === 'select')
    return (
      <div data-fault={error ? '' : undefined}>
        <Select
          {...shared}
          options={[...(required ? [] : [none]), ...options].map((option) => ({ value: option, label: option }))}
          value={given[0] ?? null}
          placeholder="请选择"
          onChange={(option) => give(option === none ? [] : [option])}
        />
      </div>
    )
  return (
    <Input
      {...shared}
      unit={unit || undefined}
      inputMode={input === 'number' ? 'decimal' : undefined}
      maxLength={input === 'number' ? 20 : 100}
      value={given[0] ?? ''}
      onChange={(event) => give(event.target.value === '' ? [] : [event.target.value])}
    />
  )
}
