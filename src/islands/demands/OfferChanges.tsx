import { useStore } from '@nanostores/react'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import * as store from '../../stores/demands/offer-changes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { OfferVersions } from './OfferVersions.tsx'
import { Shown } from '../Shown.tsx'

/** What changed from version to version of one offer. */
export const OfferChanges = ({ questions }: { questions: DemandDetail['questions'] }) => {
  const offer = useStore(store.changed)
  const state = useStore(store.versions)
  if (offer === null) return null
  return (
    <Dialog
      open
      width="lg"
      form="sheet"
      onClose={store.closeChanges}
      title={`${offer.shortName}的历次报价`}
      text={`${offer.offerNo}，每次提交的版本都不可更改。`}
    >
      <Shown
        state={state}
        what="历次报价"
        onRetry={() => void store.loadChanges()}
        skeleton={<div className="skeleton h-48 rounded-lg" />}
      >
        {(versions) => <OfferVersions versions={versions} questions={questions} />}
      </Shown>
    </Dialog>
  )
}
