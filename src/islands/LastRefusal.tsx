import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import type { Failure } from '../contract/envelope.ts'
import { Notice } from '../ui/Notice.tsx'

/** Why the last step of a row was refused, above its list. */
export const LastRefusal = ({ refusal }: { refusal: ReadableAtom<Failure | null> }) => {
  const failure = useStore(refusal)
  return (
    failure !== null && (
      <div className="mb-4">
        <Notice tone="bad" title={failure.message} />
      </div>
    )
  )
}
