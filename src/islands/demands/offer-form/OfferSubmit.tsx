import { useStore } from '@nanostores/react'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { dateTime } from '../../../domain/time.ts'
import {
  cancelOfferSubmit,
  offerSubmitState,
  type Receipt,
  offerSaveState,
  type OfferSaveState,
} from '../../../stores/demands/offer-form/offer-form.ts'
import { offerUploads } from '../../../stores/demands/offer-form/offer-uploads.ts'
import type { OfferSums } from '../../../stores/demands/offer-form/offer-values.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { CopyRow } from './CopyRow.tsx'
import { TriangleAlert } from 'lucide-react'
import type { SubmitState } from '../../../stores/submit-state.ts'
import { StateShape } from '../../../ui/text/StateShape.tsx'

type Props = {
  demand: DemandDetail
  sums: OfferSums
  sealed: boolean
  /** Number of the new version. */
  version: number
  onConfirm: () => void
}

const Done = ({ receipt, deadline }: { receipt: Receipt; deadline: string }) => {
  const leave = () => location.assign(links.sellerOffer(receipt.offerId))
  const until = dateTime(deadline).slice(0, 16)
  return (
    <Dialog
      open
      onClose={leave}
      width="md"
      title={`第 ${receipt.version} 版报价已提交`}
      text={
        receipt.sealed
          ? `需求方会收到提醒，但在 ${until} 截止前看不到内容。截止前您可以随时更新，更新后是新的版本。`
          : '需求方会收到提醒并可查看。截止前您可以随时更新，更新后是新的版本。'
      }
      actions={
        <>
          <LinkButton href={links.demandHall({ openOnly: 1 })}>看看其他需求</LinkButton>
          <LinkButton kind="main" href={links.sellerOffer(receipt.offerId)}>
            查看报价
          </LinkButton>
        </>
      }
    >
      <p className="mb-3 text-sm text-ink-2">
        这是本版的回执。指纹由报价内容与盐值计算得出，内容改动一个字都会不同；之后可在报价详情中随时核对，无需另行保存。
      </p>
      <dl className="space-y-3">
        <CopyRow label="指纹（SHA-256）" text={receipt.hash} what="指纹" />
        <CopyRow label="盐值" text={receipt.salt} what="盐值" />
      </dl>
    </Dialog>
  )
}

/** Confirms the submission, then shows the receipt. */
export const OfferSubmit = ({ demand, sums, sealed, version, onConfirm }: Props) => {
  const now = useStore(offerSubmitState)
  const lost = useStore(offerUploads.items).filter(({ at }) => at === 'failed').length
  if (now.at === 'done') return <Done receipt={now} deadline={demand.deadline} />
  if (now.at !== 'asking') return null
  const seen = sealed
    ? `报价密封：${dateTime(demand.deadline).slice(0, 16)} 截止后才向需求方公开，在此之前需求方只知道贵企业已报价。`
    : '提交后需求方即可查看并选定。'
  return (
    <Dialog
      open
      onClose={cancelOfferSubmit}
      title={`提交第 ${version} 版报价`}
      text={`“${demand.demandTitle}”，总价 ¥${yuan(sums.total)}。${seen}${lost > 0 ? `有 ${lost} 个附件没有上传成功，不会随报价提交。` : ''}`}
      actions={
        <>
          <Button onClick={cancelOfferSubmit}>再看看</Button>
          <Button kind="main" onClick={onConfirm}>
            提交报价
          </Button>
        </>
      }
    />
  )
}

function savedText(now: OfferSaveState): string {
  if (now.at === 'saving') return '保存中'
  if (now.at === 'none') return '填写的内容自动保存'
  const time = dateTime(now.moment).slice(11)
  return now.at === 'server' ? `已于 ${time} 保存草稿` : `已于 ${time} 保存在本浏览器`
}

type FootProps = { sending: SubmitState<Receipt>; onSaveDraft: () => void; onLocate: () => void }

/** Sticky action bar of the offer form. */
export const OfferFoot = ({ sending, onSaveDraft, onLocate }: FootProps) => {
  const kept = useStore(offerSaveState)
  const busy = sending.at === 'sending'
  const fieldErrors = sending.at === 'refused' ? sending.fieldErrors.length : 0
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 md:px-6">
      <Button type="submit" kind="main" size="lg" className="text-base! max-md:flex-1" busy={busy}>
        提交报价
      </Button>
      <Button size="lg" className="text-base! max-md:flex-1" disabled={busy} onClick={onSaveDraft}>
        保存草稿
      </Button>
      <span className="flex flex-1 items-center justify-end gap-3 text-sm max-md:basis-full">
        {fieldErrors > 0 ? (
          <span className="inline-flex items-center gap-1.5 text-bad" role="status">
            <TriangleAlert className="size-4" />
            {fieldErrors} 处需要修改
            <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={onLocate}>
              定位
            </button>
          </span>
        ) : (
          <span className="inline-flex items-center gap-1.5 text-ink-3">
            <StateShape tone={kept.at === 'saving' ? 'go' : 'good'} />
            {savedText(kept)}
          </span>
        )}
      </span>
    </div>
  )
}
