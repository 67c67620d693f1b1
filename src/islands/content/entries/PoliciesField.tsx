import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import * as choices from '../../../stores/content/entries/entry-choices.ts'
import { form } from '../../../stores/content/entries/entry-form.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { controlClass } from '../../../ui/control-class.ts'

type Props = { name: string; label: string; chosen: readonly string[]; error: string | undefined }

/** Policies that a park names: found by words, chosen by ticking. */
export const PoliciesField = ({ name, label, chosen, error }: Props) => {
  const names = useStore(choices.names)
  const found = useStore(choices.found).policy
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    void choices.find('policy', keyword)
  }, [keyword])
  useEffect(() => {
    void choices.learn('policy', chosen.map(Number))
  }, [chosen])
  const toggle = (id: string, on: boolean) =>
    form.set(name, on ? [...chosen, id] : chosen.filter((each) => each !== id))
  return (
    <Field label={label} group error={error} className="md:col-span-2">
      {(_ids, labelId) => (
        <div role="group" aria-labelledby={labelId} className="space-y-3">
          {chosen.length > 0 && (
            <p className="flex flex-wrap gap-2">
              {chosen.map((id) => (
                <FilterChip
                  key={id}
                  group="政策"
                  label={names.get(`policy:${id}`)?.title ?? `政策 ${id}`}
                  onRemove={() => toggle(id, false)}
                />
              ))}
            </p>
          )}
          <input
            type="search"
            className={controlClass()}
            placeholder="按标题或发文机关查找政策"
            aria-label="查找政策"
            maxLength={30}
            value={keyword}
            onChange={(event) => setKeyword(event.target.value)}
          />
          <ul className="max-h-60 overflow-y-auto rounded-lg border border-line p-3" aria-label="找到的政策">
            {found.map(({ id, title, note }) => (
              <li key={id}>
                <Checkbox
                  checked={chosen.includes(String(id))}
                  onChange={(event) => toggle(String(id), event.target.checked)}
                >
                  {title} <span className="text-ink-3">{note}</span>
                </Checkbox>
              </li>
            ))}
            {found.length === 0 && <li className="text-ink-3">没有找到政策</li>}
          </ul>
        </div>
      )}
    </Field>
  )
}
