import { useStore } from '@nanostores/react'
import { AnnexContent } from './AnnexContent.tsx'
import * as store from '../../stores/demands/annex.ts'

/** 保密资料 as a card beside a form. Placed only where the demand has a confidential part (`demand.confidential`). */
export const AnnexPanel = ({ demandId }: { demandId: number }) => {
  const state = useStore(store.annexes)
  if (state.at === 'ready' && state.content.state === 'none') return null
  return (
    <section className="rounded-lg border border-line bg-surface" aria-labelledby="annex-panel">
      <h2 id="annex-panel" className="border-b border-line px-5 py-3 font-semibold">
        保密资料
      </h2>
      <div className="p-5">
        <AnnexContent demandId={demandId} />
      </div>
    </section>
  )
}
