import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import type { Failure } from '../../contract/envelope.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'

/** Failure of the last action on a row, shown above its list. */
export const LastFailure = ({ refusal }: { refusal: ReadableAtom<Failure | null> }) => {
  const failure = useStore(refusal)
  return (
    failure !== null && (
      <div className="mb-4">
        <Notice tone="bad" title={failure.message} />
      </div>
    )
  )
}
