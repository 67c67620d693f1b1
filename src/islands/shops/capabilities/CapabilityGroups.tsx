import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { loadCapabilityGroups, capabilityGroups } from '../../../stores/shops/capabilities.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'

export type BoxState = 'on' | 'off' | 'mixed'
type Props = {
  stateOf: (word: string) => BoxState
  onChange: (word: string, on: boolean) => void
  /** The maximum is reached: no more tags can be ticked. */
  full?: boolean | undefined
}

/** Capability tags by dictionary group. */
export const CapabilityGroups = ({ stateOf, onChange, full = false }: Props) => {
  const state = useStore(capabilityGroups)
  useEffect(() => void loadCapabilityGroups(), [])
  if (state.at === 'loading') return <span className="skeleton block h-64 w-full" aria-hidden />
  if (state.at === 'failed')
    return (
      <p className="text-bad">
        能力标签加载失败，
        <Button kind="link" size="sm" onClick={() => void loadCapabilityGroups()}>
          重试
        </Button>
      </p>
    )
  return (
    <div className="divide-y divide-line">
      {state.content.map(({ name, capabilities }) => (
        <fieldset key={name} className="py-4 first:pt-0 last:pb-0">
          <legend className="float-left mb-2 w-full font-medium">{name}</legend>
          <div className="clear-both grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-4">
            {capabilities.map((word) => {
              const box = stateOf(word)
              return (
                <Checkbox
                  key={word}
                  checked={box === 'on'}
                  mixed={box === 'mixed'}
                  disabled={full && box === 'off'}
                  onChange={(event) => onChange(word, event.target.checked)}
                >
                  {word}
                </Checkbox>
              )
            })}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
