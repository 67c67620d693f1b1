import { useStore } from '@nanostores/react'
import type { Attribute } from '../../../domain/catalogue/attributes.ts'
import { attributesState, loadAttributes } from '../../../stores/catalogue/listing-attributes.ts'
import type { ListingValues } from '../../../stores/catalogue/listing-values.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { useListing } from './use-listing.ts'

/** Standard attributes of the category. */
export const ListingAttributes = ({ values }: { values: ListingValues }) => {
  const state = useStore(attributesState)
  if (state.at === 'none') return <p className="text-ink-3">选择类目后，这里会列出该类目要填写的属性。</p>
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
        属性没有读到，
        <Button kind="link" onClick={() => void loadAttributes(state.categoryId)}>
          重试
        </Button>
      </p>
    )
  if (state.attributes.length === 0) return <p className="text-ink-3">该类目没有固定的属性，可在“参数”中自行填写。</p>
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
