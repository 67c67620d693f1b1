import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { loadWordGroups, wordGroups } from '../../stores/shops/capability-words.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'

export type BoxState = 'on' | 'off' | 'mixed'
type Props = {
  stateOf: (word: string) => BoxState
  onChange: (word: string, on: boolean) => void
  /** Words that cannot be ticked any more, for there are enough. */
  full?: boolean | undefined
}

/** Capability tags to tick, in the groups of their dictionary. */
export const WordGroups = ({ stateOf, onChange, full = false }: Props) => {
  const state = useStore(wordGroups)
  useEffect(() => void loadWordGroups(), [])
  if (state.at === 'loading') return <span className="skeleton block h-64 w-full" aria-hidden />
  if (state.at === 'failed')
    return (
      <p className="text-bad">
        能力标签没有读到，
        <Button kind="link" size="sm" onClick={() => void loadWordGroups()}>
          重试
        </Button>
      </p>
    )
  return (
    <div className="divide-y divide-line">
      {state.content.map(({ name, words }) => (
        <fieldset key={name} className="py-4 first:pt-0 last:pb-0">
          <legend className="float-left mb-2 w-full font-medium">{name}</legend>
          <div className="clear-both grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-4">
            {words.map((word) => {
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
