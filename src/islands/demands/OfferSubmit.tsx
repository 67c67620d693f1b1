import { useStore } from '@nanostores/react'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { dropSubmit, sending } from '../../stores/demands/offer-form.ts'
import type { OfferSums } from '../../stores/demands/offer-values.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

type Props = {
  demand: DemandDetail
  sums: OfferSums
  /** Number that the version will have. */
  version: number
  onConfirm: () => void
}

/** Asks before an offer is submitted, and tells the version it became. */
export const OfferSubmit = ({ demand, sums, version, onConfirm }: Props) => {
  const now = useStore(sending)
  if (now.at === 'done') {
    const leave = () => location.assign(links.sellerOffer(now.offerId))
    return (
      <Dialog
        open
        onClose={leave}
        title={`第 ${now.version} 版报价已提交`}
        text="需求方会收到提醒。截止前您可以随时更新，更新后是新的版本。"
        actions={
          <>
            <LinkButton href={links.demandHall({ openOnly: 1 })}>看看其他需求</LinkButton>
            <LinkButton kind="main" href={links.sellerOffer(now.offerId)}>
              查看报价
            </LinkButton>
          </>
        }
      />
    )
  }
  if (now.at !== 'asking') return null
  return (
    <Dialog
      open
      onClose={dropSubmit}
      title={`提交第 ${version} 版报价`}
      text={`“${demand.demandTitle}”，总价 ¥${yuan(sums.total)}。提交后需求方即可查看并选定。`}
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
