import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as store from '../../stores/accounts/company.ts'
import { Shown, card } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import type { Viewer } from './AccountInfo.tsx'
import { CompanyFacts } from './CompanyFacts.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { NoCompany } from './NoCompany.tsx'

type Props = { side: store.Side; viewer: Viewer }

/** 企业资料: the form for those who may, the facts for the others, two ways for people without a company. */
export const CompanyTab = ({ side, viewer }: Props) => {
  const state = useStore(store.company)
  const { userId, mayShow } = viewer
  useEffect(() => void store.start(side, userId), [side, userId])
  return (
    <Shown
      state={state}
      what="企业资料"
      permission="corporate_show"
      onRetry={() => void store.load()}
      frame={card}
      skeleton={<CardSkeleton lines={14} className="min-h-[640px]" />}
    >
      {(company) =>
        company.companyId === null ? (
          <NoCompany side={side} />
        ) : mayShow ? (
          <CompanyForm side={side} company={company} />
        ) : (
          <CompanyFacts company={company} />
        )
      }
    </Shown>
  )
}
