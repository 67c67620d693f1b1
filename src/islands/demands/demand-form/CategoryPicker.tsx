import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as choices from '../../../stores/demands/choices.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { labelClass } from '../../../ui/form/control-class.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { Fault } from '../../../ui/form/Fault.tsx'

type Props = {
  value: number | null
  onChange: (categoryId: number) => void
  error?: string | undefined
  disabled?: boolean | undefined
  /** Optional; the hint below is then the form's own. */
  optional?: boolean | undefined
}

const levels = ['研究阶段', '方向', '分类', '项目'] as const

/** Four-level category picker: each choice opens the next list; any level may be the last. */
export const CategoryPicker = ({ value, onChange, error, disabled, optional = false }: Props) => {
  const tree = useStore(choices.serviceCategories)
  useEffect(() => {
    if (choices.serviceCategories.get().at !== 'ready') void choices.loadServiceCategories()
  }, [])
  const stages = tree.at === 'ready' ? tree.content : []
  const path = choices.categoryPath(stages, value)
  return (
    <fieldset data-fault={error ? '' : undefined} aria-describedby={error ? 'category-fault' : undefined}>
      <legend className={labelClass}>
        服务分类
        {!optional && (
          <span className="text-bad" aria-hidden>
            *
          </span>
        )}
      </legend>
      <div className="grid gap-3 md:grid-cols-2 desk:grid-cols-4">
        {levels.map((name, level) => {
          const list = level === 0 ? stages : (path[level - 1]?.childList ?? [])
          return (
            <Select
              key={name}
              bare
              error={level === 0 ? error : undefined}
              label={name}
              placeholder={tree.at === 'loading' && level === 0 ? '读取中' : `选择${name}`}
              options={list.map(({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName }))}
              value={path[level]?.categoryId ?? null}
              onChange={onChange}
              disabled={disabled === true || list.length === 0}
            />
          )
        })}
      </div>
      <Fault id="category-fault" message={error} />
      {tree.at === 'failed' && (
        <p className="mt-1.5 text-sm text-ink-2" role="alert">
          分类加载失败，
          <Button kind="link" onClick={() => void choices.loadServiceCategories()}>
            重试
          </Button>
        </p>
      )}
      {!optional && <p className="mt-1.5 text-sm text-ink-3">选得越细，匹配的供应商越准；至少选到研究阶段。</p>}
    </fieldset>
  )
}
