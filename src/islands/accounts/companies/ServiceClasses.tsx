import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { loadServiceClasses, serviceClasses } from '../../../stores/accounts/companies/company-values.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Field } from '../../../ui/form/Field.tsx'

type Props = {
  label: string
  value: readonly string[]
  onChange: (classes: string[]) => void
  error?: string | undefined
}

/** Service classes of a supplier: multiple choice from the dictionary. */
export const ServiceClasses = ({ label, value, onChange, error }: Props) => {
  const state = useStore(serviceClasses)
  useEffect(() => void loadServiceClasses(), [])
  const choose = (code: string, on: boolean) => onChange(on ? [...value, code] : value.filter((one) => one !== code))
  return (
    <div data-fault={error ? '' : undefined}>
      <Field label={label} required error={error} hint="可多选，用于供应商列表的筛选" group>
        {(ids, labelId) => (
          <div role="group" aria-labelledby={labelId} aria-describedby={ids['aria-describedby']}>
            {state.at === 'loading' && <span className="skeleton block h-16 w-full" aria-hidden />}
            {state.at === 'failed' && (
              <p className="text-sm text-bad">
                业务分类加载失败，
                <Button kind="link" size="sm" onClick={() => void loadServiceClasses()}>
                  重试
                </Button>
              </p>
            )}
            {state.at === 'ready' && (
              <div className="grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-4">
                {state.content.map(({ code, name }) => (
                  <Checkbox
                    key={code}
                    checked={value.includes(code)}
                    onChange={(event) => choose(code, event.target.checked)}
                  >
                    {name}
                  </Checkbox>
                ))}
              </div>
            )}
          </div>
        )}
      </Field>
    </div>
  )
}
