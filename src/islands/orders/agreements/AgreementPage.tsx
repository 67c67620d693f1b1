import { useStore } from '@nanostores/react'
import { FileDown } from 'lucide-react'
import { useEffect } from 'react'
import type { Agreement, AgreementVersion } from '../../../contract/orders/agreements.ts'
import { signMethodLabels } from '../../../domain/accounts/session.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import {
  agreementKindLabels,
  agreementLabel,
  agreementPeriodText,
  callRefusalLabels,
  isAgreementInForce,
  isVersionProposed,
  isVersionSigned,
  versionStatusLabels,
  type AgreementAction,
} from '../../../domain/orders/agreements/agreement-states.ts'
import { agreementEventLabels, roomOf } from '../../../domain/orders/agreements/agreement-terms.ts'
import { serializeCallOff } from '../../../domain/orders/agreements/call-off-request.ts'
import { dealSideLabels, shortHash } from '../../../domain/orders/deal-record.ts'
import type { Side } from '../../../domain/sides.ts'
import { dateTime, today } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/agreements/agreements.ts'
import { exportingSheet } from '../../../stores/operations/sheet-export.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { QuantityStepper } from '../../../ui/form/QuantityStepper.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Reauthenticate } from '../../accounts/security/Reauthenticate.tsx'
import { FactList } from '../../FactList.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { AgreementDialogs } from './AgreementDialogs.tsx'
import { AgreementForm } from './AgreementForm.tsx'
import { TermsView } from './TermsView.tsx'

const card = 'rounded-lg border border-line bg-surface p-4 md:p-6'

type FrameworkTerms = Extract<AgreementVersion['terms'], { kind: 'framework' }>

const PaperButton = ({ agreement, version }: { agreement: Agreement; version: number }) => {
  const made = useStore(exportingSheet)
  const name = `agreement-${version}`
  const take = () =>
    void store.downloadPaper(agreement.agreementId, version).then((failure) => {
      if (failure !== null) toast.error(`协议暂时不能下载：${failure.message}`)
    })
  return (
    <Button className="max-md:h-11" busy={made === name} disabled={made !== null && made !== name} onClick={take}>
      <FileDown className="size-4" />
      下载第 {version} 版 PDF
    </Button>
  )
}

const Version = ({ agreement, shown }: { agreement: Agreement; shown: AgreementVersion }) => {
  const { version, side, status, reason, terms, answer, signatures, fingerprint } = shown
  const isOpen = isVersionProposed(status) || version === agreement.version
  const isCurrent = version === agreement.version
  return (
    <li className="space-y-3 py-4 first:pt-0 last:pb-0" aria-label={`第 ${version} 版`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">第 {version} 版</h3>
        <StateBadge {...versionStatusLabels[status]} />
        {isCurrent && <span className="text-sm text-ink-2">现行条款</span>}
        <span className="text-sm text-ink-3">{dealSideLabels[side]}提出</span>
      </div>
      {reason !== '' && <p className="whitespace-pre-line wrap-anywhere text-ink-2">说明：{reason}</p>}
      {answer !== '' && <p className="whitespace-pre-line wrap-anywhere text-ink-2">答复：{answer}</p>}
      {isOpen ? (
        <TermsView terms={terms} />
      ) : (
        <details>
          <summary className="text-accent hover:underline max-md:py-2">第 {version} 版条款</summary>
          <div className="mt-2">
            <TermsView terms={terms} />
          </div>
        </details>
      )}
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-3">
        {signatures.map(({ side: signer, name, method, at }) => (
          <li key={signer}>
            {dealSideLabels[signer]}签署：{name}，{signMethodLabels[method]}，<time dateTime={at}>{dateTime(at)}</time>
          </li>
        ))}
        <li title={fingerprint}>
          校验码 <span className="font-mono">{shortHash(fingerprint)}</span>
        </li>
      </ul>
      {isVersionSigned(status) && <PaperButton agreement={agreement} version={version} />}
    </li>
  )
}

/** Quantities at the agreed prices, and the way to the confirmation of the order. */
const CallOff = ({ agreement, terms }: { agreement: Agreement; terms: FrameworkTerms }) => {
  const quantities = useStore(store.quantities)
  const items = terms.lines.flatMap((_line, line) => {
    const quantity = quantities[line] ?? 0
    return quantity === 0 ? [] : [{ line, quantity }]
  })
  const sum = items.reduce((all, { line, quantity }) => all + quantity * (terms.lines[line]?.unitPrice ?? 0), 0)
  const room = roomOf(terms.ceiling, agreement.committed)
  const { agreementId, version } = agreement
  return (
    <section className={card} aria-label="按协议下单" id="call-off">
      <h2 className="text-lg font-semibold">按协议下单</h2>
      <p className="text-sm text-ink-3">填写数量后确认地址与发票即可提交；库存、运费与审批规则照常适用。</p>
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {terms.lines.map((line, at) => (
          <li
            key={`${line.kind} ${line.listingId} ${line.specId ?? ''}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
          >
            <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
              {store.lineName(line)}
              <span className="block text-sm text-ink-3">
                协议价 ¥{yuan(line.unitPrice)} / {line.unit}，起订 {line.minQuantity} {line.unit}
              </span>
            </span>
            <QuantityStepper
              label={`${store.lineName(line)}的数量`}
              min={0}
              max={999_999}
              value={quantities[at] ?? 0}
              noteOf={(asked) => (asked > 0 && asked < line.minQuantity ? `起订 ${line.minQuantity} ${line.unit}` : '')}
              onChange={(quantity) =>
                store.setQuantity(
                  at,
                  // A smaller quantity becomes the smallest one; the step below it leads back to none.
                  quantity === 0 || (quantity === line.minQuantity - 1 && (quantities[at] ?? 0) === line.minQuantity)
                    ? 0
                    : Math.max(quantity, line.minQuantity),
                )
              }
            />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p>
          合计 <span className="text-lg font-semibold tabular-nums">¥{yuan(sum)}</span>
          <span className="ml-2 text-sm text-ink-3">不含运费，协议余额 ¥{yuan(room)}</span>
        </p>
        {sum > room ? (
          <p className="text-bad" role="status">
            超出协议余额，请减少数量或提出新版
          </p>
        ) : items.length === 0 ? (
          <Button kind="main" disabled className="max-md:h-11 max-md:w-full">
            按协议下单
          </Button>
        ) : (
          <LinkButton
            kind="main"
            className="max-md:h-11 max-md:w-full"
            href={links.confirmCallOff(serializeCallOff({ agreementId, version, items }))}
          >
            按协议下单
          </LinkButton>
        )}
      </div>
    </section>
  )
}

const Orders = ({ agreement: { orders }, side }: { agreement: Agreement; side: Side }) => (
  <section className={card} aria-label="协议订单">
    <h2 className="text-lg font-semibold">协议订单</h2>
    {orders.length === 0 ? (
      <p className="mt-2 text-ink-3">暂无订单</p>
    ) : (
      <ul className="mt-3 divide-y divide-line">
        {orders.map(({ orderId, orderNo, title, total, isEnded, at }) => (
          <li key={orderId} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
            <span className="min-w-0">
              <a
                className="font-medium wrap-anywhere hover:text-accent hover:underline"
                href={side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)}
              >
                {title}
              </a>
              <span className="block text-sm text-ink-3">
                {orderNo} <time dateTime={at}>{dateTime(at)}</time>
              </span>
            </span>
            <span className={`ml-auto whitespace-nowrap tabular-nums ${isEnded ? 'text-ink-3' : ''}`}>
              ¥{yuan(total)}
              {isEnded && '，已取消，不占余额'}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Annexes = ({ agreement }: { agreement: Agreement }) => (
  <section className={card} aria-label="附件">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-lg font-semibold">附件</h2>
      {isAgreementInForce(agreement.status) && (
        <Button className="max-md:h-11" onClick={() => store.openAgreementDialog('annex', agreement)}>
          登记附件
        </Button>
      )}
    </div>
    <p className="text-sm text-ink-3">在本协议下登记的文件、需求与订单适用本协议，无须另行签署。</p>
    {agreement.annexes.length > 0 && (
      <ul className="mt-3 divide-y divide-line">
        {agreement.annexes.map(({ annexId, side, title, file, reference, at }) => (
          <li key={annexId} className="py-3">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium wrap-anywhere">{title}</span>
              <span className="text-sm text-ink-3">
                {dealSideLabels[side]}登记，<time dateTime={at}>{dateTime(at)}</time>
              </span>
            </p>
            {file === null ? (
              <p className="text-ink-2">编号 {reference}</p>
            ) : (
              <p className="text-ink-2">
                <a className="text-accent underline underline-offset-3 wrap-anywhere" href={file.url}>
                  {file.name}
                </a>
                <span className="ml-2 text-sm text-ink-3" title={file.sha256}>
                  校验码 <span className="font-mono">{shortHash(file.sha256)}</span>
                </span>
              </p>
            )}
          </li>
        ))}
      </ul>
    )}
  </section>
)

const History = ({ history }: Pick<Agreement, 'history'>) => (
  <section className={card} aria-label="经过">
    <h2 className="text-lg font-semibold">经过</h2>
    <ol className="mt-3 space-y-2">
      {history.map(({ event, by, reason, at }, index) => (
        <li key={`${at}${event}${index}`} className="flex flex-wrap gap-x-3">
          <time className="text-ink-3 tabular-nums" dateTime={at}>
            {dateTime(at)}
          </time>
          <span>{by}</span>
          <span>{agreementEventLabels[event] ?? event}</span>
          {reason !== '' && <span className="w-full wrap-anywhere text-ink-2">{reason}</span>}
        </li>
      ))}
    </ol>
  </section>
)

const actionLabels: Readonly<Record<AgreementAction, string>> = {
  sign: '核对并签署',
  counter: '提出新版',
  propose: '提出新版',
  reject: '拒绝',
  withdraw: '撤回',
  terminate: '终止协议',
}

const Actions = ({ agreement, who }: { agreement: Agreement; who: number }) => (
  <div className="mt-4 flex flex-wrap gap-2 print:hidden">
    {agreement.actions.map((action) => (
      <Button
        key={action}
        kind={action === 'sign' ? 'main' : 'plain'}
        className="max-md:h-11"
        onClick={() =>
          action === 'counter' || action === 'propose'
            ? store.openAgreementForm(agreement.kind, agreement, who)
            : store.openAgreementDialog(action, agreement)
        }
      >
        {actionLabels[action]}
      </Button>
    ))}
  </div>
)

const Room = ({ ceiling, committed }: { ceiling: number; committed: number }) => {
  const share = Math.min(100, Math.round((committed / ceiling) * 100))
  return (
    <div className="mt-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <span className="text-ink-3">协议余额</span>{' '}
          <span className="text-2xl font-semibold tabular-nums" data-room>
            ¥{yuan(roomOf(ceiling, committed))}
          </span>
        </span>
        <span className="text-sm text-ink-3">
          总额 ¥{yuan(ceiling)}，已下单 ¥{yuan(committed)}（{share}%）
        </span>
      </p>
      <div className="mt-2 h-2 overflow-hidden rounded-full bg-surface-3" aria-hidden>
        <div className="h-full bg-accent" style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}

const Full = ({ agreement, side, who }: { agreement: Agreement; side: Side; who: number }) => {
  const { kind, agreementNo, title, status, isAsked, buyer, seller, validFrom, validUntil, ceiling, committed } =
    agreement
  const terms = agreement.versions.find(({ version }) => version === agreement.version)?.terms
  const isFormOpen = useStore(store.isAgreementFormOpen)
  return (
    <div className="space-y-4">
      {agreement.closeReason !== '' && (
        <Notice tone="mute" title={agreementLabel(status).label}>
          原因：{agreement.closeReason}
        </Notice>
      )}
      <section className={card} aria-label="协议概况">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="text-sm text-ink-3">
              {agreementKindLabels[kind]} · {agreementNo}
            </p>
            <h1 className="mt-1 text-xl font-semibold wrap-anywhere">{title}</h1>
          </div>
          <StateBadge {...agreementLabel(status, isAsked, validFrom !== null && validFrom > today())} />
        </div>
        <div className="mt-4">
          <FactList
            facts={[
              { label: kind === 'nda' ? '甲方' : '买家', value: buyer },
              { label: kind === 'nda' ? '乙方' : '供应商', value: seller },
              { label: '有效期', value: agreementPeriodText(status, validFrom, validUntil) },
            ]}
          />
        </div>
        {ceiling !== null && <Room ceiling={ceiling} committed={committed} />}
        <Actions agreement={agreement} who={who} />
      </section>
      {side === 'buyer' && agreement.isCallable && terms?.kind === 'framework' && (
        <CallOff agreement={agreement} terms={terms} />
      )}
      {side === 'buyer' && agreement.callRefusal !== null && (
        <Notice tone="act" title={callRefusalLabels[agreement.callRefusal]}>
          {agreement.callRefusal === 'blocked' && (
            <a href={links.supplierMarks()} className="text-accent underline">
              查看停用原因
            </a>
          )}
        </Notice>
      )}
      <section className={card} aria-label="条款与签署">
        <h2 className="text-lg font-semibold">条款与签署</h2>
        <ol className="mt-3 divide-y divide-line">
          {agreement.versions.map((shown) => (
            <Version key={shown.version} agreement={agreement} shown={shown} />
          ))}
        </ol>
      </section>
      {kind === 'framework' ? <Orders agreement={agreement} side={side} /> : <Annexes agreement={agreement} />}
      <History history={agreement.history} />
      {isFormOpen && <AgreementForm side={side} agreement={agreement} onDone={() => undefined} />}
    </div>
  )
}

type Props = { side: Side; agreementId: number; who: number; demo: boolean }

/** One agreement of two companies: terms, signatures, room, call-offs or annexes, history. */
export const AgreementPage = ({ side, agreementId, who, demo }: Props) => {
  const state = useStore(store.shownAgreement)
  useEffect(() => store.startAgreement(side, agreementId), [side, agreementId])
  const kind = state.at === 'ready' ? state.content.kind : 'framework'
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <LinkButton href={side === 'buyer' ? links.buyerAgreements({ kind }) : links.sellerAgreements({ kind })}>
          全部协议
        </LinkButton>
        <a href={links.helpArticle(kind === 'nda' ? 3321 : 3320)} className="text-sm text-accent underline">
          如何使用{agreementKindLabels[kind]}
        </a>
      </div>
      <AsyncContent
        state={state}
        what="协议"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.loadAgreement()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={8} className="min-h-[420px]" />}
      >
        {(agreement) => <Full agreement={agreement} side={side} who={who} />}
      </AsyncContent>
      <AgreementDialogs />
      <Reauthenticate demo={demo} />
      <Toaster />
    </>
  )
}
