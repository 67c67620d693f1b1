import { useStore } from '@nanostores/react'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import * as store from '../../../stores/demands/deciding/offer-changes.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { OfferVersions } from './OfferVersions.tsx'
import { AsyncContent } from '../../list/AsyncContent.tsx'

/** Changes between the versions of one offer. */
export const OfferChanges = ({ questions }: { questions: DemandDetail['questions'] }) => {
  const offer = useStore(store.changedOffer)
  const state = useStore(store.changedOfferVersions)
  if (offer === null) return null
  return (
    <Dialog
      open
      width="lg"
      form="sheet"
      onClose={store.closeOfferChanges}
      title={`${offer.shortName}的历次报价`}
      text={`${offer.offerNo}，每次提交的版本都不可更改。`}
    >
      <AsyncContent
        state={state}
        what="历次报价"
        onRetry={() => void store.loadOfferChanges()}
        skeleton={<div className="skeleton h-48 rounded-lg" />}
      >
        {(versions) => <OfferVersions versions={versions} questions={questions} />}
      </AsyncContent>
    </Dialog>
  )
}
