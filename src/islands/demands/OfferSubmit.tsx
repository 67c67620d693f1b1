import { useStore } from '@nanostores/react'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { dateTime } from '../../domain/time.ts'
import { dropSubmit, sending, type Receipt } from '../../stores/demands/offer-form.ts'
import { uploads } from '../../stores/demands/offer-uploads.ts'
import type { OfferSums } from '../../stores/demands/offer-values.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { CopyRow } from './CopyRow.tsx'

type Props = {
  demand: DemandDetail
  sums: OfferSums
  sealed: boolean
  /** Number that the version will have. */
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

/** Asks before an offer is submitted, and gives the receipt of the version it became. */
export const OfferSubmit = ({ demand, sums, sealed, version, onConfirm }: Props) => {
  const now = useStore(sending)
  const lost = useStore(uploads.items).filter(({ at }) => at === 'failed').length
  if (now.at === 'done') return <Done receipt={now} deadline={demand.deadline} />
  if (now.at !== 'asking') return null
  const seen = sealed
    ? `报价密封：${dateTime(demand.deadline).slice(0, 16)} 截止后才向需求方公开，在此之前需求方只知道贵企业已报价。`
    : '提交后需求方即可查看并选定。'
  return (
    <Dialog
      open
      onClose={dropSubmit}
      title={`提交第 ${version} 版报价`}
      text={`“${demand.demandTitle}”，总价 ¥${yuan(sums.total)}。${seen}${lost > 0 ? `有 ${lost} 个附件没有上传成功，不会随报价提交。` : ''}`}
      actions={
        <>
          <Button onClick={dropSubmit}>再看看</Button>
          <Button kind="main" onClick={onConfirm}>
            提交报价
          </Button>
        </>
      }
    />
  )
}
