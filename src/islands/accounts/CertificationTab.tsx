import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as store from '../../stores/accounts/certification.ts'
import { Shown, card } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import type { Viewer } from './AccountInfo.tsx'
import { CertificationForm } from './CertificationForm.tsx'
import { CertificationState } from './CertificationState.tsx'
import { Claims } from './Claims.tsx'
import { CertificationVersions } from './CertificationVersions.tsx'

/** 企业认证: how it stands, the form of the next version when its turn is, all versions. */
export const CertificationTab = ({ viewer }: { viewer: Pick<Viewer, 'userId'> }) => {
  const state = useStore(store.authorisation)
  const writing = useStore(store.writing)
  useEffect(() => void store.start(viewer.userId), [viewer.userId])
  useEffect(() => store.watchDecision(), [])
  return (
    <Shown
      state={state}
      what="企业认证"
      permission="corporate_show"
      onRetry={() => void store.load()}
      frame={card}
      skeleton={
        <div className="space-y-4">
          <CardSkeleton lines={2} />
          <CardSkeleton lines={12} className="min-h-[560px]" />
        </div>
      }
    >
      {(authorisation) => (
        <div className="space-y-4">
          <CertificationState authorisation={authorisation} writing={writing} />
          {writing && authorisation.maySubmit && <CertificationForm />}
          <Claims mayClaim={authorisation.mayClaim} />
          <CertificationVersions authorisation={authorisation} />
        </div>
      )}
    </Shown>
  )
}
