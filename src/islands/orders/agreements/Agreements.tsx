import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { AgreementRow } from '../../../contract/orders/agreements.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import {
  agreementKindLabels,
  agreementKinds,
  agreementLabel,
  agreementPeriodText,
  type AgreementKind,
} from '../../../domain/orders/agreements/agreement-states.ts'
import { roomOf } from '../../../domain/orders/agreements/agreement-terms.ts'
import type { Side } from '../../../domain/sides.ts'
import { today } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/agreements/agreements.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Reauthenticate } from '../../accounts/security/Reauthenticate.tsx'
import { ListFrame } from '../../list/ListFrame.tsx'
import { AgreementForm } from './AgreementForm.tsx'

const hrefOf = (side: Side, { agreementId }: AgreementRow) =>
  side === 'buyer' ? links.buyerAgreement(agreementId) : links.sellerAgreement(agreementId)

const Subject = ({ row, side }: { row: AgreementRow; side: Side }) => (
  <>
    <a href={hrefOf(side, row)} className="line-clamp-2 font-medium hover:text-accent hover:underline">
      {row.title}
    </a>
    <span className="flex flex-wrap gap-x-2 text-sm text-ink-3">
      <span className="whitespace-nowrap">{row.agreementNo}</span>
      <span>{row.partner}</span>
    </span>
  </>
)

const Period = ({ row: { status, validFrom, validUntil } }: { row: AgreementRow }) => (
  <span className="whitespace-nowrap text-ink-2">{agreementPeriodText(status, validFrom, validUntil)}</span>
)

const State = ({ row: { status, isAsked, validFrom } }: { row: AgreementRow }) => (
  <StateBadge {...agreementLabel(status, isAsked, validFrom !== null && validFrom > today())} />
)

const Room = ({ row: { ceiling, committed } }: { row: AgreementRow }) =>
  ceiling === null ? (
    <>未约定</>
  ) : (
    <>
      <span className="font-medium">¥{yuan(roomOf(ceiling, committed))}</span>
      <span className="block text-sm text-ink-3">总额 ¥{yuan(ceiling)}</span>
    </>
  )

const columnsOf = (side: Side, kind: AgreementKind): readonly Column<AgreementRow>[] => [
  { key: 'subject', head: '协议', className: 'min-w-60', cell: (row) => <Subject row={row} side={side} /> },
  { key: 'period', head: '有效期', cell: (row) => <Period row={row} /> },
  ...(kind === 'framework'
    ? [
        {
          key: 'room',
          head: '余额',
          align: 'right' as const,
          className: 'whitespace-nowrap',
          cell: (row: AgreementRow) => <Room row={row} />,
        },
      ]
    : []),
  {
    key: 'state',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: (row) => <State row={row} />,
  },
]

const PhoneRow = ({ row, side }: { row: AgreementRow; side: Side }) => (
  <>
    <Subject row={row} side={side} />
    <div className="mt-2">
      <State row={row} />
    </div>
    <p className="mt-1 flex justify-between gap-3">
      <span className="text-ink-3">有效期</span>
      <Period row={row} />
    </p>
    {row.ceiling !== null && (
      <p className="mt-1 flex justify-between gap-3">
        <span className="text-ink-3">余额</span>
        <span className="text-right">
          <Room row={row} />
        </span>
      </p>
    )}
  </>
)

const emptyTexts: Readonly<Record<AgreementKind, string>> = {
  framework: '与供应商约定价格、总额与期限，双方签署后按协议价下单，不必逐单询价。',
  nda: '双方签署一次，有效期内的保密需求、附件都适用，无须逐次接受保密条款。',
}
const help: Readonly<Record<AgreementKind, number>> = { framework: 3320, nda: 3321 }

type Props = {
  side: Side
  who: number
  demo: boolean
  /** Partner of a new agreement, from a shop page. */
  partner?: { readonly orgId: number; readonly name: string } | null
}

/** Framework agreements and confidentiality agreements of a company on one side. */
export const Agreements = ({ side, who, demo, partner = null }: Props) => {
  const state = useStore(store.agreementPage)
  const kind = useStore(store.agreementQuery)?.kind ?? 'framework'
  const isOpen = useStore(store.isAgreementFormOpen)
  useEffect(() => store.startAgreements(side), [side])
  useEffect(() => {
    // 签署协议 at a supplier leads straight to the form.
    if (partner === null) return
    store.openAgreementForm(store.agreementQuery.get()?.kind ?? 'framework', null, who)
    store.setPartner(partner.orgId, partner.name)
  }, [partner, who])
  const openForm = () => {
    store.openAgreementForm(kind, null, who)
    if (partner !== null) store.setPartner(partner.orgId, partner.name)
  }
  const button = (
    <Button kind="main" className="max-md:h-11" onClick={openForm}>
      新建{agreementKindLabels[kind]}
    </Button>
  )
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold">框架与保密协议</h1>
          <p className="mt-1 text-ink-3">
            任何一方都可以提出，双方以登录密码或短信验证码签署后生效。
            <a href={links.helpArticle(help[kind])} className="text-accent underline">
              如何签署{agreementKindLabels[kind]}
            </a>
          </p>
        </div>
        {button}
      </div>
      <ListFrame
        state={state}
        what="协议"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.loadAgreements()}
        tabs={{
          label: '协议类型',
          tabs: agreementKinds.map((each) => ({ key: each, label: agreementKindLabels[each] })),
          current: kind,
          onChange: (key) => store.setAgreementQuery({ kind: agreementKinds.find((each) => each === key) ?? kind }),
        }}
        page={{
          size: store.agreementPageSize,
          current: useStore(store.agreementQuery)?.current ?? 1,
          onChange: (current) => store.setAgreementQuery({ current }),
        }}
        empty={<EmptyState title={`暂无${agreementKindLabels[kind]}`} text={emptyTexts[kind]} />}
      >
        {({ data }) => (
          <DataTable
            caption={agreementKindLabels[kind]}
            rows={data}
            rowKey={({ agreementId }) => agreementId}
            columns={columnsOf(side, kind)}
            phone={(row) => <PhoneRow row={row} side={side} />}
          />
        )}
      </ListFrame>
      {isOpen && (
        <AgreementForm
          side={side}
          onDone={({ agreementId }) =>
            location.assign(side === 'buyer' ? links.buyerAgreement(agreementId) : links.sellerAgreement(agreementId))
          }
        />
      )}
      <Reauthenticate demo={demo} />
      <Toaster />
    </>
  )
}
